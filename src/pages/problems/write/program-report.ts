/** The result of the accepted program, as the form shows it. */
import type { JudgeReport } from '../../../domain/verdict.ts';
import { errorMark, type ErrorMark } from '../../../common/verdict/program-lines.ts';
import type { WriteState } from '../state/write-state.svelte.ts';
import * as words from '../words/write.ts';

export function reportSentence({
  program,
  report,
  result,
  running,
}: Pick<WriteState, 'program' | 'report' | 'result' | 'running'>): string {
  if (program.trim() === '') return words.needProgram;
  if (!result.ok) return words.problemIncomplete;
  if (report === null) return running ? words.running : '';
  if (report.reward === 1) return words.passesAll(report.testsTotal);
  if (report.error !== null && report.testsPassed === 0) return words.fails(report.error);
  return words.passesSome(report.testsPassed, report.testsTotal);
}

/** The line of the program that raised the first error. */
export function errorMarkIn(report: JudgeReport | null, program: string): ErrorMark | null {
  const error = report?.tests.find((test) => test.error !== null)?.error ?? null;
  return error && errorMark(error, program);
}
