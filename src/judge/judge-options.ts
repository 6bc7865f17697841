/** The parameters of a request to the judge. */
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, TestResult, TestVerdict } from '../domain/verdict.ts';
import type { Profile } from './profiles/profile.ts';
import type { TimeCheck } from './run-tests.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the public tests, and the report has a null reward. */
  readonly tests: 'all' | 'public';
  /** Runs no test after the first failure if one failure decides the reward. */
  readonly stopAtFirstFailure: boolean;
  /** Runs no test after a time-out if one failure decides the reward. Default: false. */
  readonly stopAtTimeOut?: boolean;
  /**
   * An earlier report on the same submission. Only the tests that it skipped are run; the new report contains all of
   * them.
   */
  readonly goOnFrom?: JudgeReport;
  /** The profile whose rules decide. Default: the standard profile. */
  readonly profile?: Profile;
  /** Replaces the profile's and the problem's own time limit, in seconds. */
  readonly timeLimitSeconds?: number;
  /** Whether the program goes before other waiting programs. Default: true. */
  readonly urgent?: boolean;
  /** Called once per test with its result, in order. */
  readonly onTest?: (result: TestResult) => void;
  /** The factor by which time limits are multiplied. Default: the time factor measured on this machine. */
  readonly timeFactor?: number;
  /**
   * Whether tests are retried if the machine may have caused their time-out or a crash of the sandbox. Default:
   * true.
   */
  readonly retries?: boolean;
  /**
   * Called before test `index` is retried because it timed out or its sandbox crashed. `check` is null for a crash
   * of the sandbox.
   */
  readonly onRetry?: (index: number, check: TimeCheck | null) => void;
  /** Called when an interpreter has accepted the program. Its time limit is the stated one times `timeFactor`. */
  readonly onBegun?: (timeFactor: number) => void;
  /**
   * Called when test `index` has been running for `milliseconds`, a noticeably long time. `index` is null while the
   * program loads.
   */
  readonly onSlow?: (index: number | null, milliseconds: number) => void;
}

/** A request to judge, without the program. */
export interface JudgeTask extends JudgeOptions {
  readonly problem: Problem;
  readonly profile: Profile;
}

/** A request to run a program on input entered by the user. */
export type OwnTask = Pick<JudgeTask, 'problem' | 'profile' | 'signal' | 'onBegun' | 'onSlow' | 'timeFactor'>;

/** The result of running a program on input entered by the user. It has no verdict and no reward. */
export type OwnRun =
  | (Pick<TestResult, 'milliseconds' | 'got' | 'stderr' | 'error' | 'flags'> & {
      readonly type: 'ran';
      /** The text that a function printed besides its return value; '' for a script, whose output is its result. */
      readonly printed: string;
      /** Why it did not end normally; null if it did. */
      readonly failure: Exclude<TestVerdict, 'accepted' | 'wrong-answer' | 'not-run'> | null;
      /** The factor by which time limits were multiplied. */
      readonly timeFactor: number;
    })
  /** Nothing ran: the input is not a list of arguments. */
  | { readonly type: 'refused'; readonly why: string }
  /** Nothing ran: the judge could not be loaded. */
  | { readonly type: 'unloaded'; readonly message: string }
  | { readonly type: 'stopped' };
