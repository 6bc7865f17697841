/** The requests to the judge. */
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, TestResult } from '../domain/verdict.ts';
import type { Profile } from './profiles/profile.ts';
import type { TimeCheck } from './run-tests.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the samples: the report then carries a null reward. */
  readonly tests: 'all' | 'public';
  /** Where one failure decides the reward, nothing runs after it. */
  readonly stopAtFirstFailure: boolean;
  /** Where one failure decides the reward, nothing runs after a time-out; false unless given. */
  readonly stopAtTimeOut?: boolean;
  /** Only the tests that this report on the same submission left out are run: the new one holds all of them. */
  readonly goOnFrom?: JudgeReport;
  /** The profile that decides; the standard one unless given. */
  readonly profile?: Profile;
  /** Replaces the profile's and the problem's own time limit, in seconds. */
  readonly timeLimitSeconds?: number;
  /** Goes before other programs that wait; true unless given. */
  readonly urgent?: boolean;
  /** Called once per test, in the order they run, as results come in. */
  readonly onTest?: (result: TestResult) => void;
  /** By which time limits are stretched; unless given, by what the machine was measured to need. */
  readonly timeFactor?: number;
  /**
   * Whether tests are retried whose time-out, or death of the sandbox, may be the machine's fault; true unless given.
   */
  readonly retries?: boolean;
  /**
   * Test `index` timed out, or its sandbox died: it is retried before that counts. `check` is null for a death of the
   * sandbox.
   */
  readonly onRetry?: (index: number, check: TimeCheck | null) => void;
  /** An interpreter has accepted the program; its time limit is the stated one times `timeFactor`. */
  readonly onBegun?: (timeFactor: number) => void;
  /** Test `index` has been running for `milliseconds`, which is a while; null while the program loads. */
  readonly onSlow?: (index: number | null, milliseconds: number) => void;
}

/** A request to judge, without the program. */
export interface Task extends JudgeOptions {
  readonly problem: Problem;
  readonly profile: Profile;
}

/** A program is to be run on an input of the user's own. */
export type OwnTask = Pick<Task, 'problem' | 'profile' | 'signal' | 'onBegun' | 'onSlow' | 'timeFactor'>;
