import type { TestResult } from '../domain/verdict.ts';
import type { ComparerName } from './profiles/comparers.ts';
import type { Ending } from './test-verdict.ts';

/** Gives verdicts away from the thread that asks: ten megabytes take some rules seconds to compare. */
export interface OffThreadComparer {
  /**
   * Returns the result of `testVerdict`. Rejects where there is no other thread, or the signal was aborted: then
   * nothing was decided.
   */
  verdict(ending: Ending, comparer: ComparerName, signal: AbortSignal): Promise<TestResult>;
}

/**
 * Characters of both sides that a page compares at a stretch: the slowest rule takes 25 ms for as many. Whether it is
 * one test or what came in one message with it: the page must not be felt to stand still.
 */
export const INLINE_CHARACTERS = 50_000;

/** Characters of both sides of a comparison; 0 where nothing is compared. */
export function charactersOf({ test, outcome }: Pick<Ending, 'test' | 'outcome'>): number {
  const got = outcome.type === 'exited' ? outcome.stdout : outcome.type === 'returned' ? outcome.value : null;
  return got === null ? 0 : got.length + test.output.length;
}
