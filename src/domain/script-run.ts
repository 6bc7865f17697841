/** A script that is run once, on one input, for all that it prints: no verdict, and no reward. */
import type { ProgramError, TestVerdict } from './verdict.ts';

export interface Script {
  readonly code: string;
  readonly input: string;
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb: number;
}

export type ScriptRun =
  | {
      readonly type: 'ran';
      /** All of it where the script came to its own end with status 0, else its beginning; null where it is not UTF-8. */
      readonly stdout: string | null;
      readonly stderr: string;
      /** Why it did not come to its own end with status 0; null where it did. */
      readonly failure: Exclude<TestVerdict, 'accepted' | 'wrong-answer' | 'not-run' | 'judge-error'> | null;
      readonly error: ProgramError | null;
      /** Null where it was ended from outside, and where nothing ran. */
      readonly milliseconds: number | null;
    }
  /** The judge failed, or was stopped: nothing is known of the script. */
  | { readonly type: 'judge-error'; readonly message: string };
