/** What is asked of the judge. */
import type { Problem } from '../domain/problem.ts';
import type { TestResult } from '../domain/verdict.ts';
import type { Profile } from './profiles/profile.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the samples: the report then carries a null reward. */
  readonly tests: 'all' | 'public';
  /** Where one failure decides the reward, nothing runs after it. */
  readonly stopAtFirstFailure: boolean;
  /** Whose rules decide; the standard ones unless given. */
  readonly profile?: Profile;
  /** Replaces the profile's and the problem's own time limit, in seconds. */
  readonly timeLimitSeconds?: number;
  /** Goes before other programs that wait; true unless given. */
  readonly urgent?: boolean;
  /** Called once per test, in the order they run, as results come in. */
  readonly onTest?: (result: TestResult) => void;
  /** Test `index` timed out, or its sandbox died: it is run again, alone, before that counts. */
  readonly onConfirming?: (index: number) => void;
}

/** What is to be judged, but for the program. */
export interface Task extends JudgeOptions {
  readonly problem: Problem;
  readonly profile: Profile;
}
