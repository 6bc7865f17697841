/** Types of `embed/judge.js`. The build copies this file to `embed/judge.d.ts`, so it imports nothing. */

export type TestVerdict =
  | 'accepted'
  | 'wrong-answer'
  | 'runtime-error'
  | 'time-limit-exceeded'
  | 'memory-limit-exceeded'
  | 'output-limit-exceeded'
  | 'syntax-error'
  | 'judge-error'
  | 'not-run';

export interface EmbedTest {
  readonly verdict: TestVerdict;
  /** Milliseconds of the test; null if it did not run. */
  readonly ms: number | null;
}

/** A verdict with the names of docs/data-formats.md, and without what a hidden test contains. */
export interface EmbedVerdict {
  readonly problem_id: string;
  readonly profile: string;
  /** Null if the judge failed or was stopped. */
  readonly reward: number | null;
  readonly verdict: Exclude<TestVerdict, 'not-run'> | 'no-code' | 'truncated';
  readonly tests_total: number;
  readonly tests_run: number;
  readonly tests_passed: number;
  readonly first_failed: number | null;
  readonly tests: readonly EmbedTest[];
  /** Why there is no reward, or the syntax error; null for other verdicts, whose message may quote a hidden test. */
  readonly error: string | null;
  readonly flags: readonly string[];
  readonly program: string;
}

export interface JudgeTask {
  /** The id of a problem that ships with Allpass, or a problem as an object in the form of docs/data-formats.md. */
  readonly problem: string | object;
  readonly program: string;
  /** Name of the profile. Default: `standard`. */
  readonly profile?: string;
  readonly signal?: AbortSignal;
  /** Called once per test, in order. */
  readonly onTest?: (test: EmbedTest) => void;
}

export interface EmbeddedJudge {
  /**
   * Judges a program. A failure of the judge is a verdict with a null reward.
   * @throws Error if the task has a fault, the judge could not start, or it was disposed
   */
  judge(task: JudgeTask): Promise<EmbedVerdict>;
  /** Stops all programs, and removes the judge from the page. */
  dispose(): void;
}

/**
 * Starts Python in a hidden frame of this page.
 * @param base address of the folder of Allpass. Default: that of the module.
 */
export declare function createJudge(base?: string | URL): EmbeddedJudge;
