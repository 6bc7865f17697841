/** Sentences about an answer that was interrupted. */

export const label = 'An interrupted answer';
export const answerBefore = 'An answer of';
export const problemBefore = 'to';
/** @param when milliseconds since 1970 */
export const problemAfter = (when: number): string =>
  `was interrupted ${new Date(when).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}.`;
export const resumeButton = 'Resume the answer';
export const discardButton = 'Discard it';
