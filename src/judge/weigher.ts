import type { TestResult } from '../domain/verdict.ts';
import type { ComparerName } from './profiles/comparers.ts';
import type { Ending } from './test-verdict.ts';

/** Gives verdicts away from the thread that asks: ten megabytes take some rules seconds to compare. */
export interface Weigher {
  /**
   * What `testVerdict` gives. Rejects where there is no other thread, or the signal was aborted: then nothing was
   * decided.
   */
  verdict(ending: Ending, comparer: ComparerName, signal: AbortSignal): Promise<TestResult>;
}

/** Characters of both sides: the slowest rule takes 100 ms for as many. */
const HEAVY = 200_000;

/** Whether a comparison may take so long that a page would be felt to stand still. */
export function isHeavy({ test, outcome }: Pick<Ending, 'test' | 'outcome'>): boolean {
  const got = outcome.type === 'exited' ? outcome.stdout : outcome.type === 'returned' ? outcome.value : null;
  return got !== null && got.length + test.output.length > HEAVY;
}
