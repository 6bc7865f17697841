import type { TestResult } from '../domain/verdict.ts';
import type { ComparerName } from './compare/comparers.ts';
import type { Ending } from './test-verdict.ts';

/** Compares outputs in a different thread from the caller's, because some rules need seconds for ten megabytes. */
export interface OffThreadComparer {
  /**
   * Returns the result of `testVerdict`. Rejects without a verdict if there is no other thread or the signal was
   * aborted.
   */
  verdict(ending: Ending, comparer: ComparerName, signal: AbortSignal): Promise<TestResult>;
}

/**
 * Maximum number of characters, of both sides together, that a page compares without a pause: the slowest rule takes
 * 25 ms for this number. The limit holds for one test and for all tests of one message, so that the page stays
 * responsive.
 */
export const INLINE_CHARACTERS = 50_000;

/** Returns the number of characters of both sides of a comparison; 0 if nothing is compared. */
export function charactersOf({ test, outcome }: Ending): number {
  const outputText =
    outcome.type === 'exited' ? outcome.stdout : outcome.type === 'returned' ? outcome.value : null;
  return outputText === null ? 0 : outputText.length + test.output.length;
}
