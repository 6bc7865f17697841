import type { Author } from './answer.ts';

/** The user's program for a problem, as it is stored during editing. */
export interface Draft {
  readonly code: string;
  /**
   * The number of changes, from 1. A tab that saves states the revision that it started from. 0 if only an input is
   * stored.
   */
  readonly revision: number;
  /**
   * The program that another tab wrote in the meantime, until the user has chosen one of the two; missing if there
   * is no choice to make.
   */
  readonly aside?: string;
  /** The author of the last program that was put into the editor; missing if it was the user. */
  readonly origin?: ProgramOrigin;
  /** The input that the user has typed for the program. */
  readonly input?: string;
}

/** A program that another author wrote. */
export interface ProgramOrigin {
  readonly author: Author;
  /** Hash of its text without white space at the ends of lines and without blank lines. */
  readonly hash: number;
}
