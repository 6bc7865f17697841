/** Which tests of a problem run, and in which order. Plain data, so that a link can contain it. */
import type { TestCase } from '../../domain/problem.ts';

export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'longest'; readonly count: number }
  | { readonly kind: 'first'; readonly count: number };

export const ALL_TESTS: Selection = { kind: 'all' };

/**
 * Returns indices of the tests in the order they run. `all` is the rule of rllm-org/rllm `code_reward.py` for
 * DeepCoder data, and of most other graders.
 *
 * `longest` selects the tests with the longest inputs, longest first, ties in the order of the data set. If there
 * are at most `count` tests, it selects all in the order of the data set. Length is Python's `len` of the input's
 * text. Source: agentica-project/rllm `rllm/rewards/code_reward.py`, `check_correctness(max_tests=15)`. In call mode
 * the source counts arguments, and loses the function's name. Here the length of the text is used in both modes, and
 * the name is kept.
 */
export function selectedTests(selection: Selection, tests: readonly TestCase[]): readonly number[] {
  const allIndices = [...tests.keys()];
  if (selection.kind === 'all' || tests.length <= selection.count) return allIndices;
  if (selection.kind === 'first') return allIndices.slice(0, selection.count);
  const lengths = tests.map(({ input }) => codePoints(input));
  return allIndices.sort((one, other) => lengths[other]! - lengths[one]!).slice(0, selection.count);
}

/** Returns how many of `total` tests run. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : Math.min(selection.count, total);
}

function codePoints(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))) count--;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
