import type { Sample } from '../../domain/submission.ts';

/** An answer to a problem that is to be added to a group. */
export interface ReadAnswer extends Pick<Sample, 'submission' | 'tokens'> {
  /** The name of the answer in its file; '' if it has none. */
  readonly name: string;
}

/** Converts a row of a file of samples. */
export function answerOf({ id, submission, tokens }: Sample): ReadAnswer {
  return { name: id, submission, ...(tokens === undefined ? {} : { tokens }) };
}
