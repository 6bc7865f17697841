/** Computes the figures that the page of an evaluation run shows. */
import {
  isLost,
  isWithoutAnswers,
  onlyPassed,
  type ComparedVerdicts,
  type Run,
  type RunRow,
  type RunSummary,
} from '../../domain/run.ts';
import { refText } from '../../domain/problem.ts';
import type { SubmissionVerdict } from '../../domain/verdict.ts';
import { grouped, reportYielding, withNearLimit, type RunReport, type ScoredSample } from './run-report.ts';
import { meanPassAtK } from './pass-at-k.ts';
import { inGroups, problemValues, RUN_GROUPS, type RunGroup } from './run-groups.ts';

export interface Quartiles {
  readonly count: number;
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
  readonly most: number;
}

export interface RunFigures {
  readonly report: RunReport;
  /** Number of samples without an answer, because their request failed. */
  readonly unanswered: number;
  /** Reports by group, for each property that divides the problems into more than one group. */
  readonly groups: ReadonlyMap<RunGroup, ReadonlyMap<string, RunReport>>;
  /** Quartiles of the tokens of the answers by verdict, the most frequent verdict first; empty if none are counted. */
  readonly tokens: ReadonlyMap<SubmissionVerdict, Quartiles>;
  /** Whether any number of tokens is an estimate. */
  readonly estimated: boolean;
  readonly firstTokenMs: Quartiles | null;
  readonly tokensPerSecond: Quartiles | null;
  /** Agreement with the verdicts that the file of the answers contains; null if it has none. */
  readonly elsewhere: Agreement | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Counts of samples with a reward from this page and a verdict from their file, by which of the two passed them. */
export interface Agreement {
  readonly bothPassed: number;
  readonly bothFailed: number;
  readonly onlyHere: number;
  readonly onlyThere: number;
}

/** Returns the rows that have a verdict, as input for a report. A sample whose request failed has no verdict. */
export function scoredSamples(rows: readonly RunRow[]): readonly ScoredSample[] {
  return flagCounts(rows).flatMap(({ row, flags }) => {
    if (row.judged === null) return [];
    const { verdict, reward } = row.judged;
    const { redrawn } = row;
    return [{ problemId: refText(row), verdict, reward, flags, ...(redrawn && { redrawn }) }];
  });
}

/** Returns each row with its flags, `near-limit` among them. */
export function flagCounts(
  rows: readonly RunRow[],
): readonly { readonly row: RunRow; readonly flags: readonly string[] }[] {
  return withNearLimit(
    rows.map((row) => {
      const { flags = [], testsRun = 0, timeFactor = 0, factorNeeded } = row.judged ?? {};
      return {
        ...{ row, flags, timeFactor: testsRun > 0 ? timeFactor : null },
        ...(factorNeeded !== undefined && { factorNeeded }),
      };
    }),
  );
}

/** @param takeTurns from `taskYielder`: for many problems the intervals take seconds */
export async function runFigures(
  run: Run,
  rows: readonly RunRow[],
  takeTurns: () => Promise<void>,
): Promise<RunFigures> {
  const samples = scoredSamples(rows);
  const problems = new Map(run.problems.map((problem) => [refText(problem), problem]));
  const groups = new Map<RunGroup, ReadonlyMap<string, RunReport>>();
  const report = await reportYielding(samples, takeTurns);
  for (const by of RUN_GROUPS) {
    const members = inGroups(samples, ({ problemId }) => problemValues(problems.get(problemId), by), by);
    if (members.size < 2) continue;
    const reports = new Map<string, RunReport>();
    for (const [name, groupSamples] of members)
      reports.set(name, await reportYielding(groupSamples, takeTurns));
    groups.set(by, reports);
  }
  const countedRows = rows.filter(
    ({ judged, tokens }) => judged !== null && (tokens > 0 || !isWithoutAnswers(run)),
  );
  const byVerdict = grouped(countedRows, (row) => row.judged!.verdict);
  const answeredRows = rows.filter(({ failure }) => failure === null);
  return {
    report,
    unanswered: rows.length - answeredRows.length,
    groups,
    tokens: new Map(
      [...byVerdict].map(([verdict, groupSamples]) => [
        verdict as SubmissionVerdict,
        quartiles(groupSamples.map(({ tokens }) => tokens))!,
      ]),
    ),
    estimated: answeredRows.some(({ estimated }) => estimated),
    firstTokenMs: quartiles(answeredRows.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
    tokensPerSecond: quartiles(answeredRows.flatMap(({ tokensPerSecond }) => tokensPerSecond ?? [])),
    elsewhere: agreementOf(rows),
    promptTokens: answeredRows.reduce((sum, { promptTokens }) => sum + (promptTokens ?? 0), 0),
    completionTokens: answeredRows.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** Returns null if no sample has both verdicts. */
export function agreementOf(rows: readonly ComparedVerdicts[]): Agreement | null {
  const counts = { bothPassed: 0, bothFailed: 0, onlyHere: 0, onlyThere: 0 };
  let comparedCount = 0;
  for (const row of rows) {
    if (row.passedElsewhere === undefined || (row.judged?.reward ?? null) === null) continue;
    comparedCount += 1;
    const onlySide = onlyPassed(row);
    if (onlySide === 'here') counts.onlyHere += 1;
    else if (onlySide === 'there') counts.onlyThere += 1;
    else if (row.passedElsewhere) counts.bothPassed += 1;
    else counts.bothFailed += 1;
  }
  return comparedCount === 0 ? null : counts;
}

/** Returns counts, and pass@1 without an interval. It is fast enough to call for every new row. */
export function summaryOf(rows: readonly RunRow[]): RunSummary {
  const problems = new Map<string, { samples: number; solved: number }>();
  let [judgedCount, failedCount] = [0, 0];
  for (const row of rows) {
    if (isLost(row)) failedCount += 1;
    if (row.judged === null) continue;
    judgedCount += 1;
    const { reward } = row.judged;
    if (reward === null) continue;
    // The length marks the end of the name of the set.
    const name = `${row.set.length}${row.set}${row.id}`;
    let outcome = problems.get(name);
    if (outcome === undefined) problems.set(name, (outcome = { samples: 0, solved: 0 }));
    outcome.samples += 1;
    if (reward === 1) outcome.solved += 1;
  }
  return {
    answered: rows.length,
    judged: judgedCount,
    failed: failedCount,
    passAt1: meanPassAtK([...problems.values()], 1),
  };
}

/** Returns quartiles by linear interpolation between the two nearest values; null for no values. */
export function quartiles(values: readonly number[]): Quartiles | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => {
    const place = share * (sorted.length - 1);
    const lowerIndex = Math.floor(place);
    const next = sorted[Math.min(lowerIndex + 1, sorted.length - 1)]!;
    return sorted[lowerIndex]! + (next - sorted[lowerIndex]!) * (place - lowerIndex);
  };
  return {
    count: sorted.length,
    least: at(0),
    lower: at(0.25),
    median: at(0.5),
    upper: at(0.75),
    most: at(1),
  };
}
