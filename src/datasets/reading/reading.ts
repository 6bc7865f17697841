import type { Loss } from './losses.ts';

/** The facts that a reader gets about its row, and its reports besides the problem. */
export interface Reading {
  /** How many rows of this format stand before it, in all files: the name of rows that have none. */
  readonly ordinal: number;
  /** The row was kept, but not as it stands. */
  repaired(field: string, fault: string): void;
  /** Another loader would have lost of it what is kept here. */
  lostByOthers(loss: Loss): void;
}
