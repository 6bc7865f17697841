/** A set of problems under one name, and the progress of its user. */
import type { ProblemSummary } from './problem.ts';

export type Outcome = 'solved' | 'failed';

/** The best outcome of a problem so far, for the user's own programs and for models. Solved stays solved. */
export interface Progress {
  readonly own?: Outcome;
  readonly model?: Outcome;
  readonly recorded?: Outcome;
  readonly pasted?: Outcome;
  /** The outcome of visits that stored no author. */
  readonly earlier?: Outcome;
}

/** The mark of a problem in the list: the outcome of the user's own work, else whether it has other answers. */
export type ProgressMark = Outcome | 'answered' | 'untouched';

export function progressMark(progress: Progress | undefined): ProgressMark {
  if (progress === undefined) return 'untouched';
  return progress.own ?? progress.earlier ?? 'answered';
}

export interface ProblemSet {
  readonly name: string;
  /** Position in the list of sets, in the order of import; missing in sets of older visits. */
  readonly place?: number;
  /**
   * The name under which its problems are stored; missing if it is the set's own name. Each import uses another
   * one.
   */
  readonly key?: string;
  readonly summaries: readonly ProblemSummary[];
}
