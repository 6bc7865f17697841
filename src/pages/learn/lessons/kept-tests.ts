import type { JudgeReport } from '../../../domain/verdict.ts';
import { Random } from '../../../base/random.ts';

/** The tests in a random order; seed 0 keeps their order. */
export function orderOf(tests: number, seed: number): readonly number[] {
  const order = Array.from({ length: tests }, (_, test) => test);
  if (seed === 0) return order;
  const chance = new Random(seed, 'tests');
  for (let last = tests - 1; last > 0; last--) {
    const other = chance.below(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

export function failed({ tests }: JudgeReport, test: number): boolean {
  return tests.find(({ index }) => index === test)?.verdict !== 'accepted';
}

/** Whether it would earn 1 if only the first `kept` tests of the order were there. */
export function wouldPass(report: JudgeReport, order: readonly number[], kept: number): boolean {
  return order.slice(0, kept).every((test) => !failed(report, test));
}
