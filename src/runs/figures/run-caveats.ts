/** The caveats of a run's figures. */
import { redrawnText, redrawsIn } from './redraws.ts';
import { countsOf } from '../../base/collections.ts';
import type { JudgedSample } from '../../datasets/verdict-rows.ts';
import { isLost, sampleCount, type SkippedSamples, type Run, type RunRow } from '../../domain/run.ts';
import type { Redraw } from '../../domain/completion.ts';
import { NEAR_LIMIT, type RunReport } from './run-report.ts';
import { FEWEST_PROBLEMS } from './pass-at-k.ts';
import type { RunFigures } from './run-figures.ts';
import { sampleSpan, type SampleSpan, spanWords } from './sample-span.ts';
import { numberText, counted, percent } from '../../base/number-words.ts';

/** Minimum number of samples of a problem. With fewer, the figures hardly show the variation between answers. */
const FEW_SAMPLES = 4;
/** From this share on, figures depend on the token limit as much as on the model. */
const MANY_TRUNCATED = 0.05;
/** From this time factor on, a slow machine may be the cause of a time-out. */
const SLOW = 4;

/** A fact that limits a figure. */
export interface Caveat {
  /** Name of the caveat, for programs that read the report. */
  readonly name: string;
  /** Text of the caveat, in one sentence. */
  readonly says: string;
}

/** The facts that the caveats of any file of verdicts depend on. */
interface CaveatFacts {
  readonly report: RunReport;
  /** Number of all samples of the run. */
  readonly totalCount: number;
  /** Number of samples with a verdict or a failure. */
  readonly doneCount: number;
  /** Number of samples without a verdict of their own (`isLost`). */
  readonly lostCount: number;
  readonly span: SampleSpan;
  readonly redraws: readonly Redraw[];
  /** Largest time factor; 0 if nothing ran. */
  readonly slowest: number;
}

export function runCaveats(
  run: Run,
  rows: readonly RunRow[],
  { report, estimated }: Pick<RunFigures, 'report' | 'estimated'>,
): readonly Caveat[] {
  const { source } = run;
  const skipped = source.type === 'file' || source.type === 'answers' ? (source.left ?? null) : null;
  const caveats: (Caveat | false)[] = [
    ...(skipped === null ? [] : leftCaveats(skipped)),
    ...caveatsOf({
      report,
      totalCount: sampleCount(run),
      doneCount: rows.filter((row) => row.judged !== null || row.failure !== null).length,
      lostCount: rows.filter(isLost).length,
      span: sampleSpan(run),
      redraws: redrawsIn(rows),
      slowest: rows.reduce((largest, { judged }) => Math.max(largest, judged?.timeFactor ?? 0), 0),
    }),
    ...equalSamplesCaveats(rows.map(({ set, id, answerHash }) => [JSON.stringify([set, id]), answerHash])),
    estimated && estimateCaveat(run),
    source.type === 'recorded' && {
      name: 'recorded',
      says: 'The answers are recordings, chosen to show every kind of verdict: the figures do not measure a model.',
    },
  ];
  return caveats.filter((one) => one !== false);
}

/**
 * Returns the caveat for estimated numbers of tokens. `asked` is also set for a run that was opened from a file if a
 * model gave its answers.
 */
function estimateCaveat({ source, asked }: Run): Caveat {
  if (asked !== null)
    return { name: 'estimated', says: 'The model did not count some tokens: those numbers are estimates.' };
  return {
    name: 'estimated',
    says:
      source.type === 'file'
        ? 'The file does not count tokens: the numbers are estimated from the length of texts.'
        : 'The source of the answers does not count some tokens: those numbers are estimated from the length of texts.',
  };
}

/** Returns the caveats of a file of verdicts: the file does not show which samples are missing. */
export function verdictCaveats(rows: readonly JudgedSample[], report: RunReport): readonly Caveat[] {
  return [
    ...caveatsOf({
      report,
      totalCount: rows.length,
      doneCount: rows.length,
      lostCount: report.unjudged,
      span: spanOf(rows),
      redraws: redrawsIn(rows),
      slowest: rows.reduce((most, { timeFactor }) => Math.max(most, timeFactor ?? 0), 0),
    }),
    ...equalSamplesCaveats(rows.map(({ problemId, answerHash }) => [problemId, answerHash])),
  ];
}

function spanOf(rows: readonly JudgedSample[]): SampleSpan {
  const sampleCounts = [...countsOf(rows.map(({ problemId }) => problemId)).values()];
  return {
    min: sampleCounts.reduce((one, other) => Math.min(one, other), sampleCounts[0] ?? 0),
    max: sampleCounts.reduce((one, other) => Math.max(one, other), 0),
  };
}

/**
 * Returns the caveat for problems with several samples whose answers are all equal, if every problem with several
 * samples is of this kind.
 * @param hashes problem and answer of each sample
 */
function equalSamplesCaveats(hashes: readonly (readonly [string, number | undefined])[]): readonly Caveat[] {
  const texts = new Map<string, { readonly hash: number; count: number }>();
  for (const [problem, hash] of hashes) {
    if (hash === undefined) continue;
    const knownProblem = texts.get(problem);
    if (knownProblem === undefined) texts.set(problem, { hash, count: 1 });
    else if (knownProblem.hash !== hash) return [];
    else knownProblem.count += 1;
  }
  if (![...texts.values()].some(({ count }) => count > 1)) return [];
  return [
    {
      name: 'equal-samples',
      says: 'All samples of a problem are equal, so pass@k equals pass@1. The server ignores the temperature, or it was 0.',
    },
  ];
}

function caveatsOf(facts: CaveatFacts): readonly Caveat[] {
  const { report, totalCount, doneCount, lostCount, span, redraws, slowest } = facts;
  const problems = report.problems - report.problemsLost;
  const truncatedCount = report.verdicts.get('truncated') ?? 0;
  const limitedCount = report.flags.get('browser-limit') ?? 0;
  const nearLimitCount = report.flags.get(NEAR_LIMIT) ?? 0;
  const roundedCount = report.flags.get('last-digits') ?? 0;
  const caveats: (Caveat | false)[] = [
    doneCount < totalCount && {
      name: 'unfinished',
      says: `${numberText(totalCount - doneCount)} of ${numberText(totalCount)} samples have no verdict yet: the results are incomplete.`,
    },
    problems < FEWEST_PROBLEMS && {
      name: 'few-problems',
      says: `${problems === 1 ? '1 problem counts' : `${numberText(problems)} problems count`}, fewer than ${FEWEST_PROBLEMS}: the intervals are too narrow.`,
    },
    span.min > 0 && span.min < FEW_SAMPLES && { name: 'few-samples', says: fewSamples(span.min, span.max) },
    lostCount > 0 && {
      name: 'lost',
      says: `${counted(lostCount, 'sample')} failed before a verdict (model, network or judge), and ${lostCount === 1 ? 'is' : 'are'} excluded from all figures.`,
    },
    missingRewardsCaveat(report),
    redraws.length > 0 && { name: 'redrawn', says: redrawnText(totalCount, redraws) },
    truncatedCount > report.samples * MANY_TRUNCATED && {
      name: 'truncated',
      says: `${numberText(truncatedCount)} of ${numberText(report.samples)} answers were truncated: a larger limit on tokens may change the figures.`,
    },
    limitedCount > 0 && {
      name: 'browser-limit',
      says: `${limitedCount === 1 ? '1 verdict depends' : `${numberText(limitedCount)} verdicts depend`} on a limit of the browser (its stack, a missing system feature): native Python may differ.`,
    },
    roundedCount > 0 && {
      name: 'last-digits',
      says: `${roundedCount === 1 ? '1 answer is' : `${numberText(roundedCount)} answers are`} wrong only in the last digits of floating-point numbers: those of mathematical functions may differ from glibc’s, so native Python may pass ${roundedCount === 1 ? 'it' : 'them'}.`,
    },
    nearLimitCount > 0 &&
      report.leastPassAt1 !== null && {
        name: 'near-limit',
        says: `${nearLimitCount === 1 ? '1 accepted sample' : `${numberText(nearLimitCount)} accepted samples`} would time out at the smallest time factor of this run: pass@1 is ${percent(report.leastPassAt1)} to ${percent(report.passes[0]?.value ?? null)}.`,
      },
    slowest >= SLOW && {
      name: 'slow-machine',
      says: `Time limits were stretched by up to ${slowest.toFixed(1)} for a slow machine: time-outs are less certain.`,
    },
  ];
  return caveats.filter((one) => one !== false);
}

const NO_REWARD = ['judge-error', 'unknown-problem'] as const;

/** Returns the caveat for a pass@k that leaves out problems whose samples have too few rewards. */
function missingRewardsCaveat({ passes, problems, verdicts }: RunReport): Caveat | false {
  const last = passes.at(-1);
  if (last === undefined || last.problems === problems) return false;
  const first = passes.find((pass) => pass.problems < problems)!;
  const range = first.k === last.k ? `pass@${last.k} counts` : `pass@${first.k} to pass@${last.k} count`;
  const reasons = NO_REWARD.filter((verdict) => verdicts.has(verdict)).join(', ');
  return {
    name: 'missing-rewards',
    says: `${range} ${first.k === last.k || first.problems === last.problems ? '' : 'down to '}${numberText(last.problems)} of ${counted(problems, 'problem')}: the others have too few samples with a reward${reasons === '' ? '' : ` (${reasons})`}.`,
  };
}

/** Maximum number of ids in a sentence. */
export const MOST_NAMED = 5;

/**
 * Describes the part of the file of samples that is not in the run.
 * @param remedy for problems that are not stored; null for the remedy of a run that exists already
 */
export function leftCaveats(
  { unknown, unknownIds, unread, note, repeated = 0, sharing = 0 }: SkippedSamples,
  remedy: string | null = null,
): readonly Caveat[] {
  const namedIds = unknownIds.slice(0, MOST_NAMED);
  const hasOthers = unknownIds.length > MOST_NAMED;
  const caveats: (Caveat | false)[] = [
    unknown > 0 && {
      name: 'unknown-problem',
      says: unknownProblem(unknown, namedIds, hasOthers, remedy),
    },
    unread > 0 && {
      name: 'unread',
      says: `${counted(unread, 'line')} of the file could not be read as a sample.`,
    },
    repeated > 0 && {
      name: 'repeated',
      says: `${repeated === 1 ? '1 sample repeats another' : `${numberText(repeated)} samples repeat others`} of the file, with the same id and the same text: each counts once.`,
    },
    sharing > 0 && {
      name: 'shared-id',
      says: `${numberText(sharing)} samples share an id with another sample of their problem, but not its text: each counts.`,
    },
    note !== null && { name: 'note', says: `${note}.` },
  ];
  return caveats.filter((one) => one !== false);
}

const fewSamples = (min: number, max: number): string =>
  `With ${max === 1 ? 'one sample' : `${spanWords({ min, max })} samples`} a problem, the intervals cover the choice of problems, and little of the variation between answers.`;

/**
 * @param ids of some of the problems
 * @param remedy null for the remedy of a run that exists already
 */
function unknownProblem(
  count: number,
  ids: readonly string[],
  hasOthers: boolean,
  remedy: string | null,
): string {
  const idsText = ids.map((id) => `“${id}”`).join(', ');
  return `${counted(count, 'sample')} of the file ${count === 1 ? 'is' : 'are'} of problems that are not imported (${idsText}${hasOthers ? ' and others' : ''}): excluded. ${remedy ?? 'Import their set, then import the file again.'}`;
}
