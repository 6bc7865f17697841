import type { JudgeReport } from '../../../domain/verdict.ts';
import { Random } from '../../../base/random.ts';

/** The tests in a random order; seed 0 keeps their order. */
export function orderOf(tests: number, seed: number): readonly number[] {
  const order = Array.from({ length: tests }, (_, test) => test);
  return seed === 0 ? order : new Random(seed, 'tests').shuffled(order);
}

export function failed({ tests }: JudgeReport, test: number): boolean {
  return tests.find(({ index }) => index === test)?.verdict !== 'accepted';
}

/** Whether it would earn 1 if only the first `kept` tests of the order were there. */
export function wouldPass(report: JudgeReport, order: readonly number[], kept: number): boolean {
  return order.slice(0, kept).every((test) => !failed(report, test));
}

/** Counts the programs that would earn 1, for 1 test kept, 2, and so on to all. */
export function passingByKept(reports: readonly JudgeReport[], order: readonly number[]): readonly number[] {
  const firsts = reports.map((report) => order.findIndex((test) => failed(report, test)));
  return order.map((_, at) => firsts.filter((first) => first === -1 || first > at).length);
}

/** Returns the reward that each scheme would pay if only the first tests existed: 1 test, 2, and so on to all. */
export function rewardsByTest({ tests }: JudgeReport): {
  readonly shares: readonly number[];
  readonly bits: readonly number[];
} {
  let passed = 0;
  const counts = tests.map(({ verdict }) => (passed += Number(verdict === 'accepted')));
  return {
    shares: counts.map((count, at) => count / (at + 1)),
    bits: counts.map((count, at) => Number(count === at + 1)),
  };
}
