/** Sentences of the X-ray about what a part of a grader meant for one answer. */

export const asksNoChecker = (profile: string): string =>
  `The outputs of this problem have a checker of their own, and ${profile} does not ask it.`;
export const takesNewestPython = (): string => 'Syntax and names that came after Python 3.11 may be used.';
export const losesPenalty = (penalty: number): string => `An answer without a program loses ${penalty}.`;
export const takesSameBlock = (): string =>
  'It takes the same block as the standard rules, but not the same text of it.';
/** @param sentence what was seen */
export const here = (sentence: string): string => `Here: ${sentence}`;
/** @param leftOut number of the test that fails by the standard rules and did not run; null for none */
export const ranTests = (ran: number, all: number, leftOut: number | null): string =>
  `Here ${ran} of ${all} tests ran${leftOut === null ? '' : `, and test ${leftOut}, which fails by the standard rules, is not among them`}.`;
export const allowsSeconds = (seconds: number, usual: number, isTimeOut: boolean): string =>
  `A test may run ${seconds} s, not the problem’s ${usual} s${isTimeOut ? '.' : '; but what was seen is no time-out.'}`;
export const passedTests = (passed: number, of: number): string => `Here ${passed} of ${of} tests passed.`;

/** The end of a test: what failed it, as the words of a verdict or of Python. */
export interface Failed {
  readonly test: number;
  /** Null where nothing came out. */
  readonly by: string | null;
}

const failing = ({ test, by }: Failed): string =>
  `test ${test} fails: ${by === null ? 'nothing came out.' : by.replace(/\.?$/, '.')}`;
export const failsByStandard = (failed: Failed): string => `By the standard rules ${failing(failed)}`;
export const failsHere = (failed: Failed): string => `Here ${failing(failed)}`;
