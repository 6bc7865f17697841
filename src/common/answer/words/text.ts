/** The sentences of AnswerText.svelte. */

/** @param of the owner of the answer; '' for none */
export const programLabel = (of: string): string => `The program taken from the answer${of}`;
export const gradedProgram = 'Program that was graded';
export const programToGrade = 'Program that is graded';
/** The object of a copy button. */
export const copiedProgram = (of: string): string => `the program taken from the answer${of}`;
export const useProgramButton = 'Use as my program';
