import type { Author } from './answer.ts';

/** The user's program for a problem, as it is kept while it is written. */
export interface Draft {
  readonly code: string;
  /**
   * Counts its changes, from 1: a tab that saves says which one it began with. 0 where nothing but an input is kept.
   */
  readonly revision: number;
  /**
   * The program that another tab wrote meanwhile, until the user has chosen between the two; missing if there is no
   * choice to make.
   */
  readonly aside?: string;
  /** The author of the last program that was put into the editor; missing if that is the user. */
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
