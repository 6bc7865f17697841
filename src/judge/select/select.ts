/** Which tests of a problem run, and in which order: indices into its tests, first to run first. */
import type { TestCase } from '../../domain/problem.ts';

export type Selector = (tests: readonly TestCase[]) => readonly number[];

/** All tests in the order of the data set: rllm-org/rllm `code_reward.py` on the DeepCoder path, and most others. */
export const all: Selector = (tests) => tests.map((_, index) => index);

export function first(n: number): Selector {
  return (tests) => all(tests).slice(0, n);
}

/**
 * The `n` tests with the longest inputs, longest first, ties in the order of the data set; where there are no more
 * than `n`, all of them in that order. Length is Python's `len` of the input's text. Source: agentica-project/rllm
 * `rllm/rewards/code_reward.py`, `check_correctness(max_tests=15)`. In call mode that counts arguments, and loses
 * the function's name on the way; here the text counts in both modes, and nothing is lost.
 */
export function longestInputs(n: number): Selector {
  return (tests) => {
    if (tests.length <= n) return all(tests);
    const lengths = tests.map(({ input }) => codePoints(input));
    return lengths
      .map((length, index) => ({ length, index }))
      .sort((a, b) => b.length - a.length)
      .slice(0, n)
      .map(({ index }) => index);
  };
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
