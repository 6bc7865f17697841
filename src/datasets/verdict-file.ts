/** Reads the rows of verdicts that `verdict-row.ts` makes. */
import { textHash } from '../base/text-hash.ts';
import type { Redraw } from '../domain/redraw.ts';
import {
  SUBMISSION_VERDICTS,
  type FirstFailure,
  type Reward,
  type SampleVerdict,
} from '../domain/verdict.ts';
import { isLosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import { Fields, Misfit } from './reading/fields.ts';
import { readLines, type ReadRecords } from './lines.ts';
import { redrawnIn } from './redraw-field.ts';

export interface JudgedSample {
  readonly problemId: string;
  readonly sampleId: string;
  readonly profile: string;
  readonly reward: Reward;
  readonly verdict: SampleVerdict;
  readonly flags: readonly string[];
  /** By how much its limits were stretched; null where nothing ran, or the row does not say. */
  readonly timeFactor: number | null;
  /** Counts over all tests; missing if the row does not tell. */
  readonly testsPassed?: number;
  readonly testsTotal?: number;
  /** One sentence where the verdict needs one; missing where it does not. */
  readonly error?: string;
  /** From 0; missing where no test failed, or the row does not tell. */
  readonly firstFailed?: number;
  readonly firstFailure?: FirstFailure;
  /** Tokens of the answer with its reasoning; missing if the row has none. */
  readonly tokens?: number;
  /** Whether it passed where it comes from; missing where the row does not say. */
  readonly passedElsewhere?: boolean;
  /** Missing for a sample that was asked once. */
  readonly redrawn?: Redraw;
  /** Hash of the answer's text: equal for equal ones. Missing where the row has none. */
  readonly answerHash?: number;
  /** The row as it stands in the file, without its line break. */
  readonly line: string;
}

const VERDICTS: readonly SampleVerdict[] = [...SUBMISSION_VERDICTS, 'unknown-problem'];
const REWARDS = { least: -1000, most: 1000 };

/**
 * Broken lines become faults; the good ones are kept. A row that says of a sample what an earlier one says counts once; one
 * that says otherwise is a fault.
 * @returns `repeated` counts the rows that stand there once more
 */
export function readVerdicts(text: string): ReadRecords<JudgedSample> & { readonly repeated: number } {
  const earlier = new Map<string, { readonly row: JudgedSample; readonly number: number }>();
  let repeated = 0;
  const { records, faults } = readLines(text, (value, line, number) => {
    const row = judgedSample(value, line);
    const key = JSON.stringify([row.problemId, row.sampleId, row.profile]);
    const before = earlier.get(key);
    if (before === undefined) earlier.set(key, { row, number });
    else if (saysTheSame(before.row, row)) repeated += 1;
    else {
      const { problemId, sampleId, verdict } = row;
      throw new Misfit(
        'sample_id',
        `the sample ${sampleId} of ${problemId} is ${verdict} here and ${before.row.verdict} on line ${before.number}: take out the one that is wrong`,
      );
    }
    return before === undefined ? row : null;
  });
  return { records: records.filter((row) => row !== null), faults, repeated };
}

/** Whether two rows of one sample agree; timings may differ. */
export function saysTheSame(one: JudgedSample, other: JudgedSample): boolean {
  return one.profile === other.profile && one.verdict === other.verdict && one.reward === other.reward;
}

function judgedSample(value: LosslessValue, line: string): JudgedSample {
  const fields = new Fields(value);
  fields.needAll(['problem_id'], ['sample_id'], ['profile'], ['verdict']);
  const verdict = fields.oneOf('verdict', VERDICTS);
  const reward = fields.value('reward') === null ? null : fields.within('reward', REWARDS, 0);
  if (verdict === 'unknown-problem' && reward !== null)
    throw new Misfit('reward', 'must be null: there was no problem to judge by');
  return {
    problemId: fields.text('problem_id'),
    sampleId: fields.text('sample_id'),
    profile: fields.text('profile'),
    reward,
    verdict,
    flags: fields.texts('flags'),
    timeFactor:
      fields.has('time_factor') && fields.count('tests_run', 0) > 0
        ? fields.within('time_factor', { least: 0, most: 1e6 }, 1)
        : null,
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

/** Values of other types are left out: a report works without them. */
function failureIn(fields: Fields): Pick<JudgedSample, 'error' | 'firstFailure'> {
  const [error, failure] = [fields.object.get('error'), fields.object.get('first_failure')];
  const text = (name: string): string | null => {
    const value = isLosslessObject(failure) ? failure.get(name) : null;
    return typeof value === 'string' ? value : null;
  };
  const input = text('input');
  return {
    ...(typeof error === 'string' ? { error } : {}),
    ...(input === null ? {} : { firstFailure: { input, expected: text('expected'), got: text('got') } }),
  };
}

/** A value that is no count is left out: a report works without it. */
function countsIn(
  fields: Fields,
): Pick<JudgedSample, 'testsPassed' | 'testsTotal' | 'firstFailed' | 'tokens'> {
  const names = ['tests_passed', 'tests_total', 'first_failed', 'tokens'] as const;
  const [testsPassed, testsTotal, firstFailed, tokens] = names.map((name) => {
    const value = fields.object.get(name);
    const isNumber = typeof value === 'object' && value !== null && 'numeral' in value;
    return isNumber && /^\d{1,15}$/.test(value.numeral) ? Number(value.numeral) : undefined;
  });
  return {
    ...(testsPassed === undefined ? {} : { testsPassed }),
    ...(testsTotal === undefined ? {} : { testsTotal }),
    ...(firstFailed === undefined ? {} : { firstFailed }),
    ...(tokens === undefined ? {} : { tokens }),
  };
}
