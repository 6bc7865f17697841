/** The result of a program on an input of the user: no verdict, and no reward. */
import type { TestResult, TestVerdict } from '../domain/verdict.ts';

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
