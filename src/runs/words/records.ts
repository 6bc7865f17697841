/** Texts that an answer or a row of a run keeps, as they were at the time. */

/** Remedy of an answer that could not be asked for. */
export const mendAndRetry = (): string => 'Mend that, and try it again.';
export const streamClosed = (): string => 'The stream closed before the answer had ended.';
export const askAgain = (): string => 'Ask it again.';
export const answerNotStored = (): string => 'The answer is no longer stored.';
export const answerStopped = (): string => 'Its answer was stopped before its end: that is none to judge.';
/** Label of an answer from a file, behind the label of all of them. */
export const inItsFile = (label: string, sample: string): string => `${label}: id ${sample} in its file`;
