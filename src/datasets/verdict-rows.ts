/** Reads and writes rows of verdicts, one JSON object for each sample, for the command line and the page. */
import { runTests, type RunTest } from '../domain/run.ts';
import type { SampleName } from '../domain/submission.ts';
import {
  type FirstFailure,
  type JudgeReport,
  type SampleVerdict,
  SUBMISSION_VERDICTS,
  TEST_VERDICTS,
  type Reward,
} from '../domain/verdict.ts';
import { textHash } from '../base/text-hash.ts';
import type { Redraw } from '../domain/completion.ts';
import { isNumeral, isLosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import { Fields, Misfit } from './reading/fields.ts';
import { readLine, readLines, readLinesInPieces, type ReadRecords } from './lines.ts';

/** A sample, with the facts about its source that its row contains. */
export interface RowSample extends SampleName {
  readonly passedElsewhere?: boolean;
  readonly redrawn?: Redraw;
}

/** The fields of a report, also for a sample whose problem is unknown. */
type RowVerdict = Omit<JudgeReport, 'problemId' | 'verdict' | 'tests'> & { readonly verdict: SampleVerdict };

const NO_VERDICT_FIELDS = {
  reward: null,
  testsTotal: 0,
  testsRun: 0,
  testsPassed: 0,
  firstFailed: null,
  codes: null,
  flags: [],
  timeFactor: 1,
} as const satisfies Partial<RowVerdict>;

export interface VerdictRow {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly profile: string;
  readonly reward: JudgeReport['reward'];
  readonly verdict: SampleVerdict;
  readonly tests_total: number;
  readonly tests_run: number;
  readonly tests_passed: number;
  readonly first_failed: number | null;
  readonly first_failure?: FirstFailure;
  readonly tests: readonly RunTest[];
  readonly codes?: JudgeReport['codes'];
  readonly error: string | null;
  readonly flags: JudgeReport['flags'];
  readonly newer_python?: string;
  readonly time_factor: number;
  /** The smallest time factor at which the tests are within their limits; missing if at most 1 or if not accepted. */
  readonly factor_needed?: number;
  /** 1 if the original grader would give a reward of 1, although this reproduction gives 0. */
  readonly original?: 1;
  /** Whether the sample passed according to the tool that it was imported from. */
  readonly passed_elsewhere?: boolean;
  readonly redrawn?: RedrawField;
}

/**
 * Returns the row of a sample that could not be judged, with the reason. It does not count as a failure of the
 * answer.
 */
export function unjudgedRow(
  sample: RowSample,
  cause: {
    readonly verdict: 'unknown-problem' | 'judge-error';
    readonly profile: string;
    readonly error: string;
  },
): VerdictRow {
  return writtenRow(sample, { ...NO_VERDICT_FIELDS, ...cause }, []);
}

/** @param hasDetails whether the row shows the first failing test */
export function verdictRow(sample: RowSample, report: JudgeReport, hasDetails = false): VerdictRow {
  return writtenRow(sample, report, runTests(report.tests), hasDetails);
}

/** @param hasDetails whether the row shows the first failing test */
export function writtenRow(
  sample: RowSample,
  report: RowVerdict,
  tests: readonly RunTest[],
  hasDetails = false,
): VerdictRow {
  return {
    problem_id: sample.problemId,
    sample_id: sample.id,
    profile: report.profile,
    reward: report.reward,
    verdict: report.verdict,
    tests_total: report.testsTotal,
    tests_run: report.testsRun,
    tests_passed: report.testsPassed,
    first_failed: report.firstFailed,
    ...(hasDetails && report.firstFailure !== undefined ? { first_failure: report.firstFailure } : {}),
    tests: tests.map(({ verdict, ms }) => ({ verdict, ms: ms === null ? null : Math.round(ms * 10) / 10 })),
    ...(report.codes === null ? {} : { codes: report.codes }),
    error: report.error,
    flags: report.flags,
    ...(report.newerPython === undefined ? {} : { newer_python: report.newerPython }),
    time_factor: Math.round(report.timeFactor * 100) / 100,
    ...(report.factorNeeded === undefined
      ? {}
      : { factor_needed: Math.round(report.factorNeeded * 100) / 100 }),
    ...(report.original === undefined ? {} : { original: report.original }),
    ...(sample.passedElsewhere === undefined ? {} : { passed_elsewhere: sample.passedElsewhere }),
    ...(sample.redrawn === undefined ? {} : { redrawn: redrawField(sample.redrawn) }),
  };
}

/**
 * A sample of a file of verdicts, or a sample of a run as such a file names it. Its fields are those of `RunRow` and
 * `RunVerdict`, with these differences: its name is any text, its problem may be unknown, its flags may be those of
 * another tool, and a row may lack fields.
 */
export interface JudgedSample extends SampleName {
  readonly profile: string;
  readonly reward: Reward;
  readonly verdict: SampleVerdict;
  readonly flags: readonly string[];
  /** Factor of the time limits; null if nothing was executed, or if the row has none. */
  readonly timeFactor: number | null;
  readonly factorNeeded?: number;
  /** Number of tests that ran; 0 if the row has no number. */
  readonly testsRun: number;
  /** Numbers of tests, over all tests; missing if the row has none. */
  readonly testsPassed?: number;
  readonly testsTotal?: number;
  /** A message for the user; null if the verdict needs none. */
  readonly error: string | null;
  /** Index of the first failing test, starting at 0; null if no test failed, or if the row has none. */
  readonly firstFailed: number | null;
  readonly firstFailure?: FirstFailure;
  /** Number of tokens of the answer and its reasoning; missing if the row has none. */
  readonly tokens?: number;
  /** Tokens of the prompt; missing if the row has none. */
  readonly promptTokens?: number;
  readonly passedElsewhere?: boolean;
  readonly redrawn?: Redraw;
  /** Hash of the answer's text; missing if the row has none. */
  readonly answerHash?: number;
}

/** A sample with the row that it was read from. */
export interface VerdictLine extends JudgedSample {
  /** The source of the row, without its line break. */
  readonly line: string;
}

const VERDICTS: readonly SampleVerdict[] = [...SUBMISSION_VERDICTS, 'unknown-problem'];
const REWARD_RANGE = { least: -1000, most: 1000 };

export interface ReadVerdicts extends ReadRecords<VerdictLine> {
  /** Number of rows that repeat an earlier row. */
  readonly repeated: number;
}

/**
 * Reads the rows of a file. An invalid line is a fault. A row that repeats an earlier row is ignored; a row that
 * contradicts an earlier row is a fault.
 */
export function readVerdicts(text: string | Iterable<string>): ReadVerdicts {
  const verdictReader = new EachVerdict();
  return verdictReader.result(readLines(text, verdictReader.read));
}

/** Like `readVerdicts`, for the page. Other tasks can run between the lines. */
export async function readVerdictsInPieces(text: string): Promise<ReadVerdicts> {
  const verdictReader = new EachVerdict();
  return verdictReader.result(
    await readLinesInPieces(text, (line, number) => readLine(line, verdictReader.read, number)),
  );
}

/** Reads the rows of one file in order, each sample once. */
class EachVerdict {
  readonly #earlierRows = new Map<string, { readonly row: VerdictLine; readonly number: number }>();
  #repeatedCount = 0;

  /**
   * Returns the row; null if it repeats an earlier one.
   * @throws Misfit for an invalid row, and for a row that contradicts an earlier one
   */
  readonly read = (value: LosslessValue, line: string, number: number): VerdictLine | null => {
    const row = readVerdict(value, line);
    const key = JSON.stringify([row.problemId, row.id, row.profile]);
    const earlierEntry = this.#earlierRows.get(key);
    if (earlierEntry === undefined) this.#earlierRows.set(key, { row, number });
    else if (isSameVerdict(earlierEntry.row, row)) this.#repeatedCount += 1;
    else {
      const { problemId, id, verdict } = row;
      throw new Misfit(
        'sample_id',
        `the sample ${id} of ${problemId} is ${verdict} here and ${earlierEntry.row.verdict} on line ${earlierEntry.number}: take out the one that is wrong`,
      );
    }
    return earlierEntry === undefined ? row : null;
  };

  result({ records, faults }: ReadRecords<VerdictLine | null>): ReadVerdicts {
    return { records: records.filter((row) => row !== null), faults, repeated: this.#repeatedCount };
  }
}

/**
 * Reads the results of the tests from the line of a row. `VerdictLine` leaves them out, because statistics do not
 * need them. Returns an empty list if the row has none, or if one is invalid.
 */
export function testsOfRow({ line }: VerdictLine): readonly RunTest[] {
  const { tests } = JSON.parse(line) as { readonly tests?: unknown };
  if (!Array.isArray(tests)) return [];
  const testResults = tests.flatMap((test: unknown): RunTest[] => {
    const { verdict, ms } = Object(test) as Readonly<Record<string, unknown>>;
    const knownVerdict = TEST_VERDICTS.find((testVerdict) => testVerdict === verdict);
    const isTime = ms === null || (typeof ms === 'number' && ms >= 0);
    return knownVerdict === undefined || !isTime ? [] : [{ verdict: knownVerdict, ms }];
  });
  return testResults.length === tests.length ? testResults : [];
}

/** Whether two rows of one sample agree. Timings may differ. */
export function isSameVerdict(one: JudgedSample, other: JudgedSample): boolean {
  return one.profile === other.profile && one.verdict === other.verdict && one.reward === other.reward;
}

function readVerdict(value: LosslessValue, line: string): VerdictLine {
  const fields = new Fields(value);
  fields.needAll(['problem_id'], ['sample_id'], ['profile'], ['verdict']);
  const verdict = fields.oneOf('verdict', VERDICTS);
  const reward = fields.value('reward') === null ? null : fields.within('reward', REWARD_RANGE, 0);
  if (verdict === 'unknown-problem' && reward !== null)
    throw new Misfit('reward', 'must be null: there was no problem to judge by');
  const testsRun = fields.count('tests_run', 0);
  return {
    problemId: fields.text('problem_id'),
    id: fields.text('sample_id'),
    profile: fields.text('profile'),
    reward,
    verdict,
    flags: fields.texts('flags'),
    testsRun,
    timeFactor:
      fields.has('time_factor') && testsRun > 0
        ? fields.within('time_factor', { least: 0, most: 1e6 }, 1)
        : null,
    ...(fields.has('factor_needed')
      ? { factorNeeded: fields.within('factor_needed', { least: 0, most: 1e6 }, 1) }
      : {}),
    ...countsIn(fields),
    ...failureIn(fields),
    ...passedIn(fields.object.get('passed_elsewhere')),
    ...redrawnIn(fields),
    ...hashIn(fields.object.get('response')),
    line: line.trimEnd(),
  };
}

function passedIn(value: unknown): Pick<JudgedSample, 'passedElsewhere'> {
  return typeof value === 'boolean' ? { passedElsewhere: value } : {};
}

function hashIn(response: unknown): Pick<JudgedSample, 'answerHash'> {
  return typeof response === 'string' && response !== '' ? { answerHash: textHash([response]) } : {};
}

/** Ignores invalid values, because a row is valid without these fields. */
function failureIn(fields: Fields): Pick<JudgedSample, 'error' | 'firstFailure'> {
  const [error, failure] = [fields.object.get('error'), fields.object.get('first_failure')];
  const text = (name: string): string | null => {
    const value = isLosslessObject(failure) ? failure.get(name) : null;
    return typeof value === 'string' ? value : null;
  };
  const input = text('input');
  return {
    error: typeof error === 'string' ? error : null,
    ...(input === null ? {} : { firstFailure: { input, expected: text('expected'), got: text('got') } }),
  };
}

/** Ignores values that are not counts, because a row is valid without these fields. */
function countsIn(
  fields: Fields,
): Pick<JudgedSample, 'testsPassed' | 'testsTotal' | 'firstFailed' | 'tokens' | 'promptTokens'> {
  const names = ['tests_passed', 'tests_total', 'first_failed', 'tokens', 'prompt_tokens'] as const;
  const [testsPassed, testsTotal, firstFailed, tokens, promptTokens] = names.map((name) => {
    const value = fields.object.get(name);
    return isNumeral(value) && /^\d{1,15}$/.test(value.numeral) ? Number(value.numeral) : undefined;
  });
  return {
    ...(testsPassed === undefined ? {} : { testsPassed }),
    ...(testsTotal === undefined ? {} : { testsTotal }),
    firstFailed: firstFailed ?? null,
    ...(tokens === undefined ? {} : { tokens }),
    ...(promptTokens === undefined ? {} : { promptTokens }),
  };
}

/** The field `redrawn` in rows of verdicts and of samples: facts about the first, truncated answer. */
export interface RedrawField {
  readonly old_limit: number | null;
  readonly old_tokens: number;
  readonly limit: number;
}

export function redrawField({ oldLimit, oldTokens, limit }: Redraw): RedrawField {
  return { old_limit: oldLimit, old_tokens: oldTokens, limit };
}

export function redrawOf({ old_limit: oldLimit, old_tokens: oldTokens, limit }: RedrawField): Redraw {
  return { oldLimit, oldTokens, limit };
}

/**
 * Reads the field `redrawn` of a row.
 * @throws Misfit for an invalid value, because ignoring it would hide that the answer was redrawn
 */
export function redrawnIn({ object }: Fields): { readonly redrawn?: Redraw } {
  const value: LosslessValue | undefined = object.get('redrawn');
  if (value === undefined || value === null) return {};
  const fields = new Fields(value, 'redrawn');
  const requiredCount = (name: string): number => {
    fields.value(name);
    return fields.count(name, 0);
  };
  const [oldTokens, limit] = [requiredCount('old_tokens'), requiredCount('limit')];
  const oldLimit = fields.has('old_limit') ? requiredCount('old_limit') : null;
  if (oldLimit !== null && limit <= oldLimit)
    throw new Misfit('redrawn.limit', 'must be larger than "old_limit"');
  return { redrawn: { oldLimit, oldTokens, limit } };
}
