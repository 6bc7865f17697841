/** Sentences about ends of programs that are no end of Python's own. A report records them as text. */

export const checkDoesNotCompile = (reason: string): string =>
  `the check of this problem does not compile: ${reason}`;

export const interpreterEnded = (reason: string): string => `the program ended the interpreter: ${reason}`;

export const stackIsFull =
  "the browser's stack is full (recursion through C code); native Python may go deeper";

export const needsWideNumbers = (name: string, message: string): string =>
  'the program needs numbers of 64 bits where a browser’s Python has 32 ' +
  `(${name}: ${message}): judge it with native Python`;

export const provesNothing =
  'the program reached into the interpreter while it was checked: an assertion proves nothing then';

/** Faults of the judge's own. */
export const evidenceIsMissing = 'nothing is known of a time-out';
export const timeOutAsOutcome = 'the frame passed a time-out on as an outcome';
