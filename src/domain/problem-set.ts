/** A set of problems under one name, and how far its user has come. */
import type { ProblemSummary } from './problem.ts';

export type Progress = 'solved' | 'failed';

export interface ProblemSet {
  readonly name: string;
  /** Sets are listed by it, in the order in which they came; missing in those of older visits. */
  readonly place?: number;
  readonly summaries: readonly ProblemSummary[];
}
