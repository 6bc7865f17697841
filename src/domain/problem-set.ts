/** A set of problems under one name, and how far its user has come. */
import type { ProblemSummary } from './problem.ts';

export type Progress = 'solved' | 'failed';

export interface ProblemSet {
  readonly name: string;
  readonly summaries: readonly ProblemSummary[];
}
