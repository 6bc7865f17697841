/** The result of a program on the user's own input: no verdict, and no reward. */
import type { TestResult, TestVerdict } from '../domain/verdict.ts';

export type OwnRun =
  | (Pick<TestResult, 'milliseconds' | 'got' | 'stderr' | 'error' | 'flags'> & {
      readonly type: 'ran';
      /** The text that a function printed beside its return value; '' for a script, whose result is its output. */
      readonly printed: string;
      /** Why it did not come to its own end; null where it did. */
      readonly failure: Exclude<TestVerdict, 'accepted' | 'wrong-answer' | 'not-run'> | null;
      /** Limits were stretched by this. */
      readonly timeFactor: number;
    })
  /** Nothing ran: the input is no list of arguments. */
  | { readonly type: 'refused'; readonly why: string }
  /** Nothing ran: the judge could not be loaded. */
  | { readonly type: 'unloaded'; readonly message: string }
  | { readonly type: 'stopped' };
