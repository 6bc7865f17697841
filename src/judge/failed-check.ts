/** Finds where a check failed, in assert mode. */
import type { ProgramError } from '../domain/verdict.ts';

/** A frame of a traceback: its file, and its source line if Python shows it. */
const FRAME = /^ {2}File "([^"\n]*)", line \d+.*(?:\n {4}(.*))?/gm;
/** The file name under which the harness compiles a check. */
const CHECK = 'check.py';

/** Whether an assertion of the check itself failed: the answer is wrong, and the program raised no error. */
export function isFailedCheck({ name, traceback }: ProgramError): boolean {
  return name === 'AssertionError' && [...traceback.matchAll(FRAME)].at(-1)?.[1] === CHECK;
}

/** Returns the line of the check that failed, or that called the program when it failed; null if there is none. */
export function failedCheckLine(error: ProgramError | null): string | null {
  const frames = [...(error?.traceback ?? '').matchAll(FRAME)];
  return frames.findLast(([, file]) => file === CHECK)?.[2]?.trim() ?? null;
}
