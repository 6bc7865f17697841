/** Words of the form for a problem. */
import { counted } from '../../../base/number-words.ts';
import { BUNDLED_SET } from '../../../domain/problem-ref.ts';
import type { JudgeReport } from '../../../domain/verdict.ts';
import { errorMark, type ErrorMark } from '../../../common/verdict/program-lines.ts';
import type { WriteState } from '../state/write-state.svelte.ts';

/** A sentence about a wrong name of the set; null for a right one. */
export function nameFault(name: string): string | null {
  if (name.trim() === '') return 'Enter the name of a set.';
  return name.trim() === BUNDLED_SET ? 'The bundled set cannot be changed. Enter another name.' : null;
}

/** The result of the accepted program in a sentence. */
export function reportWords({
  program,
  report,
  result,
  running,
}: Pick<WriteState, 'program' | 'report' | 'result' | 'running'>): string {
  if (program.trim() === '') return 'Enter a program that passes all tests. It runs while you type.';
  if (!result.ok) return 'The program runs when the problem is complete.';
  if (report === null) return running ? 'Running the program…' : '';
  if (report.reward === 1) return `The program passes ${counted(report.testsTotal, 'test')}.`;
  if (report.error !== null && report.testsPassed === 0) return `The program fails: ${report.error}`;
  return `The program passes ${report.testsPassed} of ${counted(report.testsTotal, 'test')}.`;
}

/** The line of the program that raised the first error. */
export function errorMarkIn(report: JudgeReport | null, program: string): ErrorMark | null {
  const error = report?.tests.find((test) => test.error !== null)?.error ?? null;
  return error && errorMark(error, program);
}
