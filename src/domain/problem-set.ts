/** A set of problems under one name, and how far its user has come. */
import type { ProblemSummary } from './problem.ts';

export type Outcome = 'solved' | 'failed';

/** How far a problem has come, by whose work. Solved stays solved. */
export interface Progress {
  readonly own?: Outcome;
  readonly model?: Outcome;
  readonly recorded?: Outcome;
  readonly pasted?: Outcome;
  /** The outcome from visits that stored no author. */
  readonly earlier?: Outcome;
}

/** The mark of a problem in the list: the user's own work first, else the fact that other answers exist. */
export type ProgressMark = Outcome | 'answered' | 'untouched';

export function progressMark(progress: Progress | undefined): ProgressMark {
  if (progress === undefined) return 'untouched';
  return progress.own ?? progress.earlier ?? 'answered';
}

export interface ProblemSet {
  readonly name: string;
  /** Sets are listed by it, in the order in which they came; missing in those of older visits. */
  readonly place?: number;
  /** The name under which its problems lie; missing where that is its own. Each import has another. */
  readonly key?: string;
  readonly summaries: readonly ProblemSummary[];
}
