/** A script that is run once on one input, for its output: no verdict, and no reward. */
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
      /** The whole output if the script exited with status 0, else its beginning; null if it is not UTF-8. */
      readonly stdout: string | null;
      readonly stderr: string;
      /** Why it did not exit with status 0; null if it did. */
      readonly failure: Exclude<TestVerdict, 'accepted' | 'wrong-answer' | 'not-run' | 'judge-error'> | null;
      readonly error: ProgramError | null;
      /** Null if it was ended from outside, or if nothing ran. */
      readonly milliseconds: number | null;
    }
  /** The judge failed or was stopped, so the result of the script is unknown. */
  | { readonly type: 'judge-error'; readonly message: string };
