import type { JudgeReport } from '../../../domain/verdict.ts';

/** Whether the judge stopped a test at its own limit. A stopped test has no duration. */
export function isStopped({ tests }: JudgeReport): boolean {
  return tests.some(({ verdict }) => verdict === 'time-limit-exceeded');
}

/** Returns the milliseconds of each test; null for a test that was stopped or did not run. */
export function durations({ tests }: JudgeReport): readonly (number | null)[] {
  return tests.map(({ verdict, milliseconds }) => (verdict === 'time-limit-exceeded' ? null : milliseconds));
}

/**
 * Counts the tests that would exceed the time limit on a machine that is `slower` times as slow. A stopped test
 * exceeds every limit of the lesson, because the judge's own limit is higher.
 * @param limit milliseconds
 */
export function overLimit(report: JudgeReport, limit: number, slower: number): number {
  const measured = durations(report).filter((milliseconds) => milliseconds !== null);
  return measured.filter((milliseconds) => milliseconds * slower > limit).length + Number(isStopped(report));
}

/**
 * The time factor of this machine in this visit. Each report has the factor that was known when its program ran, and
 * a retry gets a larger one; the machine has only one factor, the best measurement.
 * @returns null before a program ran
 */
export function machineFactor(reports: Iterable<JudgeReport>): number | null {
  const factors = [...reports].filter(({ testsRun }) => testsRun > 0).map(({ timeFactor }) => timeFactor);
  return factors.length === 0 ? null : Math.min(...factors);
}
