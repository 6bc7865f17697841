import type { Sample } from '../../domain/sample.ts';

/** One answer to a problem, on its way into a group. */
export interface ReadAnswer extends Pick<Sample, 'submission' | 'tokens'> {
  /** The name of the answer in its file; '' for none. */
  readonly name: string;
}

/** A row of a file of samples. */
export function answerOf({ id, submission, tokens }: Sample): ReadAnswer {
  return { name: id, submission, ...(tokens === undefined ? {} : { tokens }) };
}
