import type { JudgeReport } from '../../../domain/verdict.ts';

/**
 * Counts the tests that would exceed the time limit on a machine that is `slower` times as slow.
 * @param limit milliseconds
 */
export function overLimit({ tests }: JudgeReport, limit: number, slower: number): number {
  return tests.filter(
    ({ milliseconds, verdict }) =>
      verdict === 'time-limit-exceeded' || (milliseconds !== null && milliseconds * slower > limit),
  ).length;
}
