/** Links from a traceback to the lines of its program. */
import type { JudgeReport, ProgramError } from '../../domain/verdict.ts';

export interface ProgramLine {
  /** Offset of the words "line 3" in the traceback. */
  readonly from: number;
  readonly to: number;
  /** Number of the line in the program, starting at 1. */
  readonly line: number;
}

/**
 * Returns the positions at which a traceback names a line of the program, in order. A grader may run the
 * program after lines of its own. Positions with a shifted line number are left out, because the line that
 * Python quotes is not the program's.
 */
export function programLines(traceback: string, program: string): readonly ProgramLine[] {
  const lines = program.split('\n');
  return [...traceback.matchAll(/File "solution\.py", (line (\d+))[^\n]*\n?([^\n]*)/g)].flatMap((match) => {
    const line = Number(match[2]);
    const programLine = lines[line - 1]?.trim();
    const quotedLine = match[3]!.trim();
    if (
      programLine === undefined ||
      (quotedLine !== '' && !quotedLine.startsWith('File "') && !programLine.startsWith(quotedLine))
    )
      return [];
    const from = match.index + match[0].indexOf(match[1]!);
    return [{ from, to: from + match[1]!.length, line }];
  });
}

export interface ErrorMark {
  readonly line: number;
  readonly message: string;
}

/**
 * Returns the program's line that caused an error, with a description of the error; null if the traceback
 * names none.
 * @param isHidden whether the test is hidden: the message of an exception may quote its input, so it is left out
 */
export function errorMark(
  { name, message, traceback }: ProgramError,
  program: string,
  isHidden = false,
): ErrorMark | null {
  const last = programLines(traceback, program).at(-1);
  if (last === undefined) return null;
  const [first = ''] = message.split('\n');
  return { line: last.line, message: first === '' || isHidden ? name : `${name}: ${first}` };
}

/**
 * Returns the mark of the shown test, or of the first failed one.
 * @param code the judged program
 * @param shown index of the shown test; null if none is
 */
export function reportMark(
  { tests, firstFailed, verdict }: Pick<JudgeReport, 'tests' | 'firstFailed' | 'verdict'>,
  code: string,
  shown: number | null,
  publicTests: number,
): ErrorMark | null {
  const index = shown ?? firstFailed ?? 0;
  const error = tests[index]?.error ?? null;
  // No test ran if Python cannot read the program, so the message has no input.
  return error && errorMark(error, code, verdict !== 'syntax-error' && index >= publicTests);
}
