/**
 * An evaluation run: problems × samples, asked of one model and judged by one grader, and what is kept of each
 * sample.
 */
import type { CutBy, FinishReason, SamplingParameters } from './completion.ts';
import type { ProblemRef } from './problem-ref.ts';
import type { PromptPreset } from './prompt.ts';
import type { Redraw } from './redraw.ts';
import type { FirstFailure, Reward, SubmissionVerdict, TestVerdict, VerdictFlag } from './verdict.ts';

export type RunSource =
  /**
   * A model of the picker; `choice` is its id there, `endpoint:NAME`, `gpu:ID` or `cpu:ID`. `address` is that of the
   * server: another one may have another model of that name.
   */
  | {
      readonly type: 'model';
      readonly choice: string;
      readonly label: string;
      readonly address?: string;
    }
  /** The answers that come with the bundled problems: sample i of a problem is its i-th. */
  | { readonly type: 'recorded' }
  /** The answers of another run, which are judged again; `left` is of the file that they stood in. */
  | { readonly type: 'answers'; readonly run: string; readonly label: string; readonly left?: SkippedSamples }
  /** Answers that were imported from this file. `left` is what of it is not in the run. */
  | { readonly type: 'file'; readonly name: string; readonly left?: SkippedSamples };

/** The part of a file of samples that is in no run: it is reported, and never scored. */
export interface SkippedSamples {
  /** Samples whose problem is not here. */
  readonly unknown: number;
  /** Ids of their problems: five that are named, and a sixth where there are more. */
  readonly unknownIds: readonly string[];
  /** Lines that hold no sample. */
  readonly unread: number;
  /** A remark on how the file was read, a sentence without its full stop; null for none. */
  readonly note: string | null;
  /** Samples that stood there before, with the same id and text: they count once. Missing for none. */
  readonly repeated?: number;
  /** Samples with an id that another one of their problem has, and another text: each counts. Missing for none. */
  readonly sharing?: number;
}

export interface RunProblem extends ProblemRef {
  readonly title: string;
  readonly difficulty: string | null;
  readonly source: string;
  readonly mode: string;
  /** ISO 8601, or null where it is not known. */
  readonly date: string | null;
  /** Samples of this problem, where it has not as many as the others. */
  readonly samples?: number;
}

/** The limits that end a run before all is asked; null for no limit. */
export interface RunBudget {
  /** Tokens, of prompts and answers together. */
  readonly tokens: number | null;
  /** Minutes in which it ran, all its parts together. */
  readonly minutes: number | null;
  /** In the currency of the price. */
  readonly money: number | null;
  /** For a million tokens. */
  readonly price: { readonly prompt: number; readonly completion: number } | null;
}

export const NO_BUDGET: RunBudget = { tokens: null, minutes: null, money: null, price: null };

/** An evaluation. Fixed when it begins, but for its name, its redraws, and the number of samples, which may grow. */
export interface Run {
  readonly id: string;
  readonly name: string;
  /** When it was made, ISO 8601. */
  readonly made: string;
  readonly source: RunSource;
  readonly problems: readonly RunProblem[];
  /** Samples of each problem, ≥ 1. */
  readonly samples: number;
  /** Null where nothing is sent. */
  readonly asked: RunQuestion | null;
  /** Samples that are asked with a limit of their own, or were. Missing for none, and in earlier versions' runs. */
  readonly redraws?: readonly RunRedraw[];
  /** Name of the grader profile that decides. */
  readonly profile: string;
  /** Answers that are asked for at once, ≥ 1. */
  readonly concurrency: number;
  readonly budget: RunBudget;
  /** Milliseconds in which it ran, all its parts together. */
  readonly spentMs: number;
  /** Counts for a list of runs, as of when it last stood still. */
  readonly summary: RunSummary;
  /** The name of the very file that a run was opened from (`runMark`). */
  readonly origin?: string;
}

/** The request to a model; later changes of settings do not affect it. */
export interface RunQuestion {
  readonly prompt: PromptPreset;
  /** The sampling of sample 0; sample i uses seed + i, if there is a seed. */
  readonly sampling: SamplingParameters;
}

export interface RunSummary {
  /** Samples with an answer or a failure. */
  readonly answered: number;
  readonly judged: number;
  /** Samples that failed on the way, or that the judge failed on: they are in no figure. */
  readonly failed: number;
  /** Mean over problems; null where none is judged. */
  readonly passAt1: number | null;
}

export const NOTHING_DONE: RunSummary = { answered: 0, judged: 0, failed: 0, passAt1: null };

export interface RunSampleKey {
  readonly set: string;
  readonly id: string;
  /** From 0. */
  readonly sample: number;
}

export interface RunRedraw extends RunSampleKey, Redraw {}

/** The part of a sample that the table and the figures need. Its answer and its tests are kept apart. */
export interface RunRow extends RunSampleKey {
  /** When it was asked, milliseconds since 1970. */
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Why there is no answer: one sentence. No answer is at fault, and nothing is scored. */
  readonly failure: string | null;
  readonly finishReason: FinishReason | null;
  /** The owner of the limit that truncated the answer; missing if unknown, and in earlier versions' rows. */
  readonly cutBy?: CutBy;
  /** Tokens of the answer with its reasoning. */
  readonly tokens: number;
  /** True when `tokens` is a guess. */
  readonly estimated: boolean;
  readonly promptTokens: number | null;
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
  /** Null until it is judged, and where there is no answer. */
  readonly judged: RunVerdict | null;
  /** Whether the answer passed according to its source; missing if the source does not tell. */
  readonly passedElsewhere?: boolean;
  /**
   * Hash of the answer with its reasoning: equal for equal ones. Missing where there is none, and in earlier
   * versions' rows.
   */
  readonly answerHash?: number;
  /** Missing for a sample that was asked once, and in earlier versions' rows. */
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
  /** Missing where no test failed, none ran, or an earlier version judged. */
  readonly firstFailure?: FirstFailure;
  /** Milliseconds of the slowest test; null where none ran. */
  readonly slowestMs: number | null;
  readonly error: string | null;
  readonly flags: readonly VerdictFlag[];
  readonly timeFactor: number;
}

/** How a test of a sample ended. */
export interface RunTest {
  readonly verdict: TestVerdict;
  /** Null where it did not run. */
  readonly ms: number | null;
}

/** The run whose answers these are: one that judges another's answers again keeps none of its own. */
export function answersOf({ id, source }: Pick<Run, 'id' | 'source'>): string {
  return source.type === 'answers' ? source.run : id;
}

/** Names a sample among all of a run. */
export function sampleName({ set, id, sample }: RunSampleKey): string {
  return JSON.stringify([set, id, sample]);
}

export function samplesOf(run: Pick<Run, 'samples'>, problem: RunProblem): number {
  return problem.samples ?? run.samples;
}

/** How many samples a run has or will have. */
export function sampleCount(run: Pick<Run, 'samples' | 'problems'>): number {
  return run.problems.reduce((sum, problem) => sum + samplesOf(run, problem), 0);
}

/**
 * All samples of a run: the first of each problem, then the second, so that half a run tells something of all
 * problems.
 */
export function samplesOfRun(run: Pick<Run, 'samples' | 'problems'>): readonly RunSampleKey[] {
  const most = run.problems.reduce((sum, problem) => Math.max(sum, samplesOf(run, problem)), 0);
  const keys: RunSampleKey[] = [];
  for (let sample = 0; sample < most; sample++)
    for (const problem of run.problems)
      if (sample < samplesOf(run, problem)) keys.push({ set: problem.set, id: problem.id, sample });
  return keys;
}

/** Whether the judge, the model or the way to it failed: such a sample is in no figure, and can be asked again. */
export function isLost({ failure, judged }: RunRow): boolean {
  return failure !== null || judged?.verdict === 'judge-error';
}

/** The verdict here and the verdict that an answer came with. */
export interface ComparedVerdicts {
  readonly judged: { readonly reward: Reward } | null;
  readonly passedElsewhere?: boolean;
}

/**
 * The only one that reports a pass: the judge here, or the file of the answer. Null where both agree, or one of them
 * says nothing.
 */
export function onlyPassed({ judged, passedElsewhere }: ComparedVerdicts): 'here' | 'there' | null {
  const reward = judged?.reward ?? null;
  if (reward === null || passedElsewhere === undefined || passedElsewhere === (reward === 1)) return null;
  return passedElsewhere ? 'there' : 'here';
}
