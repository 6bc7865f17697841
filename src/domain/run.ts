/**
 * A run: one evaluation of a model on problems × samples, judged by one grader, and the stored data of each sample.
 */
import type { CutBy, FinishReason, SamplingParameters, Redraw } from './completion.ts';
import type { ProblemRef } from './problem.ts';
import type { PromptPreset } from './prompt.ts';
import type { Answer } from './answer.ts';
import type {
  FirstFailure,
  Reward,
  SubmissionVerdict,
  TestResult,
  TestVerdict,
  VerdictFlag,
} from './verdict.ts';

export type RunSource =
  /**
   * A model from the picker. `choice` is its id in the picker: `endpoint:NAME`, `gpu:ID` or `cpu:ID`. `address` is
   * that of the server, because two servers may have models of the same name.
   */
  | {
      readonly type: 'model';
      readonly choice: string;
      readonly label: string;
      readonly address?: string;
    }
  /** The recorded answers of the bundled problems: sample i of a problem is its i-th answer. */
  | { readonly type: 'recorded' }
  /**
   * The answers of another run, which are judged again. `left` describes the samples that the file of that run
   * omits.
   */
  | { readonly type: 'answers'; readonly run: string; readonly label: string; readonly left?: SkippedSamples }
  /**
   * Answers that were imported from this file, or, with `withoutAnswers`, verdicts only. `left` describes its samples
   * that are not in the run.
   */
  | {
      readonly type: 'file';
      readonly name: string;
      readonly left?: SkippedSamples;
      readonly withoutAnswers?: true;
    };

/** The samples of a file that are not part of a run. They are reported, and never scored. */
export interface SkippedSamples {
  /** Number of samples whose problem is not stored. */
  readonly unknown: number;
  /** Ids of these samples' problems: at most five to name, and a sixth if there are more. */
  readonly unknownIds: readonly string[];
  /** Number of lines that contain no sample. */
  readonly unread: number;
  /** A remark on how the file was read, without a full stop at its end; null if there is none. */
  readonly note: string | null;
  /**
   * Number of samples with the id and text of an earlier one, which are counted once. Missing if there are none.
   */
  readonly repeated?: number;
  /**
   * Number of samples with the id of another sample of their problem, but a different text. Each of them is
   * counted. Missing if there are none.
   */
  readonly sharing?: number;
}

export interface RunProblem extends ProblemRef {
  readonly title: string;
  readonly difficulty: string | null;
  readonly source: string;
  readonly mode: string;
  /** Date of publication, ISO 8601; null if unknown. */
  readonly date: string | null;
  /** Number of samples of this problem, if it has fewer than the others. */
  readonly samples?: number;
}

/** The limits that end a run early; null for no limit. */
export interface RunBudget {
  /** Maximum number of tokens, prompts and answers together. */
  readonly tokens: number | null;
  /** Maximum running time in minutes, pauses excluded. */
  readonly minutes: number | null;
  /** Maximum cost, in the currency of the price. */
  readonly money: number | null;
  /** The price of a million tokens. */
  readonly price: { readonly prompt: number; readonly completion: number } | null;
}

export const NO_BUDGET: RunBudget = { tokens: null, minutes: null, money: null, price: null };

/** The problems and the number of samples of a complete run. */
export interface RunSize {
  readonly problems: readonly RunProblem[];
  /** Number of samples of each problem, ≥ 1. */
  readonly samples: number;
}

/**
 * An evaluation. It is fixed at the start, except for its name, its redraws and the number of samples, which may
 * grow.
 */
export interface Run extends RunSize {
  readonly id: string;
  readonly name: string;
  /** Time of creation, ISO 8601. */
  readonly made: string;
  readonly source: RunSource;
  /** The request that is sent for each sample; null if no requests are sent. */
  readonly asked: RunQuestion | null;
  /**
   * Samples that were or will be requested with their own limit. Missing if there are none, and in runs of earlier
   * versions.
   */
  readonly redraws?: readonly RunRedraw[];
  /** Name of the profile whose rules decide. */
  readonly profile: string;
  /** Maximum number of requests that are sent at the same time, ≥ 1. */
  readonly concurrency: number;
  readonly budget: RunBudget;
  /** Milliseconds of running time, pauses excluded. */
  readonly spentMs: number;
  /** Counts for a list of runs, as of the last time the run was paused or ended. */
  readonly summary: RunSummary;
  /** A name that identifies the file from which the run was opened (`runMark`). */
  readonly origin?: string;
}

/** The request to a model. Later changes of settings do not affect it. */
export interface RunQuestion {
  readonly prompt: PromptPreset;
  /** The sampling parameters of sample 0. Sample i uses seed + i, if there is a seed. */
  readonly sampling: SamplingParameters;
}

export interface RunSummary {
  /** Number of samples with an answer or a failure. */
  readonly answered: number;
  readonly judged: number;
  /** Number of samples whose request or judging failed. They are excluded from all statistics. */
  readonly failed: number;
  /** Mean of pass@1 over the problems; null if no sample is judged. */
  readonly passAt1: number | null;
}

export const NOTHING_DONE: RunSummary = { answered: 0, judged: 0, failed: 0, passAt1: null };

export interface RunSampleKey {
  readonly set: string;
  readonly id: string;
  /** Index among the samples of the problem, starting at 0. */
  readonly sample: number;
}

export interface RunRedraw extends RunSampleKey, Redraw {}

/** The part of a sample that the table and the figures need. Its answer and its tests are stored separately. */
export interface RunRow extends RunSampleKey {
  /** Time of the request, milliseconds since 1970. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /**
   * A message that says why there is no answer; null if there is one. Without an answer the sample is not scored.
   */
  readonly failure: string | null;
  readonly finishReason: FinishReason | null;
  /** The limit that truncated the answer; missing if unknown, and in rows of earlier versions. */
  readonly cutBy?: CutBy;
  /** Tokens of the answer, including its reasoning; 0 in a run without answers whose file does not count them. */
  readonly tokens: number;
  /** True if `tokens` is an estimate. */
  readonly estimated: boolean;
  readonly promptTokens: number | null;
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
  /** The verdict; null before the sample is judged, and if there is no answer. */
  readonly judged: RunVerdict | null;
  /** Whether the answer passed according to its source; missing if the source does not report it. */
  readonly passedElsewhere?: boolean;
  /**
   * Hash of the answer with its reasoning; equal answers have equal hashes. Missing if there is no answer, and in
   * rows of earlier versions.
   */
  readonly answerHash?: number;
  /**
   * The token limits of both requests; missing for a sample that was requested once, and in rows of earlier
   * versions.
   */
  readonly redrawn?: Redraw;
}

export interface RunVerdict {
  readonly from: number;
  readonly to: number;
  readonly verdict: SubmissionVerdict;
  readonly reward: number | null;
  readonly testsTotal: number;
  readonly testsRun: number;
  readonly testsPassed: number;
  readonly firstFailed: number | null;
  /** The first failing test; missing if no test failed, if none ran, or if an earlier version judged the sample. */
  readonly firstFailure?: FirstFailure;
  /** Milliseconds of the slowest test; null if none ran. */
  readonly slowestMs: number | null;
  readonly error: string | null;
  readonly flags: readonly VerdictFlag[];
  readonly timeFactor: number;
  /** See `JudgeReport.factorNeeded`. */
  readonly factorNeeded?: number;
}

/** The result of one test of a sample. */
export interface RunTest {
  readonly verdict: TestVerdict;
  /** Running time in milliseconds; null if the test did not run. */
  readonly ms: number | null;
}

/** A sample of a run with all its stored data. */
export interface RunSample {
  readonly row: RunRow;
  /** The answer; null if none is stored, or if a write does not change the stored answer. */
  readonly answer: Answer | null;
  /**
   * The results in the order of the tests; null before the verdict, or if a write does not change the stored
   * results.
   */
  readonly tests: readonly RunTest[] | null;
}

export function runTests(results: readonly TestResult[]): readonly RunTest[] {
  return results.map(({ verdict, milliseconds }) => ({ verdict, ms: milliseconds }));
}

/**
 * Returns the id of the run that stores the answers. A run that judges the answers of another run stores none
 * itself.
 */
export function answersOf({ id, source }: Run): string {
  return source.type === 'answers' ? source.run : id;
}

/** Whether a run has the verdicts of a file and no answers, so that its samples cannot be judged again. */
export function isWithoutAnswers({ source }: Run): boolean {
  return source.type === 'file' && source.withoutAnswers === true;
}

/** Returns a name that is unique among the samples of a run. */
export function sampleName({ set, id, sample }: RunSampleKey): string {
  return JSON.stringify([set, id, sample]);
}

export function samplesOf(run: RunSize, problem: RunProblem): number {
  return problem.samples ?? run.samples;
}

/** Returns the number of samples of a complete run. */
export function sampleCount(run: RunSize): number {
  return run.problems.reduce((sum, problem) => sum + samplesOf(run, problem), 0);
}

/**
 * Returns all samples of a run: the first one of each problem, then the second ones, and so on, so that half a run
 * covers all problems.
 */
export function samplesOfRun(run: RunSize): readonly RunSampleKey[] {
  const maxSamples = run.problems.reduce((maximum, problem) => Math.max(maximum, samplesOf(run, problem)), 0);
  const keys: RunSampleKey[] = [];
  for (let sample = 0; sample < maxSamples; sample++)
    for (const problem of run.problems)
      if (sample < samplesOf(run, problem)) keys.push({ set: problem.set, id: problem.id, sample });
  return keys;
}

/**
 * Whether the judge, the model or the connection failed. The sample is excluded from all figures, and can be
 * requested again.
 */
export function isLost({ failure, judged }: RunRow): boolean {
  return failure !== null || judged?.verdict === 'judge-error';
}

/** The verdict of the judge here, and the verdict that the source of an answer reports. */
export interface ComparedVerdicts {
  readonly judged: { readonly reward: Reward } | null;
  readonly passedElsewhere?: boolean;
}

/**
 * Returns which of the two verdicts alone is a pass: 'here' for the judge, 'there' for the file of the answer.
 * Returns null if both agree or one is missing.
 */
export function onlyPassed({ judged, passedElsewhere }: ComparedVerdicts): 'here' | 'there' | null {
  const reward = judged?.reward ?? null;
  if (reward === null || passedElsewhere === undefined || passedElsewhere === (reward === 1)) return null;
  return passedElsewhere ? 'there' : 'here';
}
