/** Sentences of the dialog that X-rays a submission. */

export const answerComing = 'The answer is still on its way: take the X-ray when it is there.';
export const nothingYet =
  'There is nothing to X-ray yet: ask the model, write a program, or paste an answer.';
export const anyAnswer = 'the answer';
export const answer = (label: string): string => `the answer “${label}”`;
export const ownProgram = 'your program';
export const subjectLabel = 'X-ray of';
export const xrayOf = (subject: string): string => `X-ray of ${subject}`;
