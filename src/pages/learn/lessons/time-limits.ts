import type { JudgeReport } from '../../../domain/verdict.ts';

/**
 * Tests that would not end in time on a machine so many times as slow.
 * @param limit milliseconds
 */
export function overLimit({ tests }: JudgeReport, limit: number, slower: number): number {
  return tests.filter(
    ({ milliseconds, verdict }) =>
      verdict === 'time-limit-exceeded' || (milliseconds !== null && milliseconds * slower > limit),
  ).length;
}
