/** One of n answers for a problem, as it stands in a file of samples. */
import type { Submission } from './submission.ts';

export interface Sample {
  readonly problemId: string;
  readonly id: string;
  readonly submission: Submission;
}
