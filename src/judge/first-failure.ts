/** Input, expected output and output of the first failing test of a submission. */
import type { Problem } from '../domain/problem.ts';
import type { FirstFailure, ProgramError, TestResult } from '../domain/verdict.ts';
import { parseExpected, showValue } from './compare/value-text.ts';

/** Maximum number of characters of each string in a report. */
export const FAILURE_CHARACTERS = 300;

/** Truncates each string to `most` characters (at least 1), with an ellipsis at its end. */
export function clippedFailure({ input, expected, got }: FirstFailure, maxCharacters: number): FirstFailure {
  const clipText = (text: string): string =>
    text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
  return {
    input: clipText(input),
    expected: expected === null ? null : clipText(expected),
    got: got === null ? null : clipText(got),
  };
}

/**
 * Returns the texts of a failed test. Returns null if the test did not fail or did not run, and if the program did
 * not load or was not judged.
 */
export function firstFailure({ mode, tests }: Problem, result: TestResult | undefined): FirstFailure | null {
  const test = result === undefined ? undefined : tests[result.index];
  if (test === undefined || result === undefined) return null;
  const { verdict, got, error } = result;
  if (verdict === 'syntax-error' || verdict === 'judge-error') return null;
  const texts = (input: string, expected: string | null): FirstFailure =>
    clippedFailure({ input, expected, got }, FAILURE_CHARACTERS);
  if (mode === 'assert') {
    const line = failedCheckLine(error);
    return line === null ? null : texts(line, null);
  }
  const value = mode === 'call' ? parseExpected(test.output) : null;
  return texts(test.input, value === null ? test.output : showValue(value, FAILURE_CHARACTERS + 1));
}

/** A frame of a traceback: its file, and its source line if Python shows it. */
const FRAME_LINES = /^ {2}File "([^"\n]*)", line \d+.*(?:\n {4}(.*))?/gm;
/** The file name under which the harness compiles a check. */
const CHECK_FILE = 'check.py';

/** Whether an assertion of the check itself failed: the answer is wrong, and the program raised no error. */
export function isFailedCheck({ name, traceback }: ProgramError): boolean {
  return name === 'AssertionError' && [...traceback.matchAll(FRAME_LINES)].at(-1)?.[1] === CHECK_FILE;
}

/** Returns the line of the check that failed, or that called the program when it failed; null if there is none. */
function failedCheckLine(error: ProgramError | null): string | null {
  const frameMatches = [...(error?.traceback ?? '').matchAll(FRAME_LINES)];
  return frameMatches.findLast(([, file]) => file === CHECK_FILE)?.[2]?.trim() ?? null;
}
