/** Where a check failed, in assert mode. */
import type { ProgramError } from '../domain/verdict.ts';

/** A frame of a traceback: its file, and its line of source where Python shows it. */
const FRAME = /^ {2}File "([^"\n]*)", line \d+.*(?:\n {4}(.*))?/gm;
/** The name under which the harness compiles a check. */
const CHECK = 'check.py';

/** Whether an assertion of the check itself does not hold: the answer is wrong, and the program did not fail. */
export function isFailedCheck({ name, traceback }: ProgramError): boolean {
  return name === 'AssertionError' && [...traceback.matchAll(FRAME)].at(-1)?.[1] === CHECK;
}

/** The line of the check at which the program was found wrong, or that called it when it failed; null for none. */
export function failedCheckLine(error: ProgramError | null): string | null {
  const frames = [...(error?.traceback ?? '').matchAll(FRAME)];
  return frames.findLast(([, file]) => file === CHECK)?.[2]?.trim() ?? null;
}
