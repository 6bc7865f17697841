import { expect, test } from 'vitest';
import { notRun } from '../../domain/verdict.ts';
import { nativeDifferences, withNativeFlags } from './native-differences.ts';

const flagsOf = (
  source: string,
  expected: string,
  got: string,
  verdict: 'wrong-answer' | 'accepted' = 'wrong-answer',
) => {
  const differences = nativeDifferences(source);
  const result = { ...notRun(0), verdict };
  return differences === null
    ? null
    : withNativeFlags(result, false, differences, () => [expected, got]).flags;
};

test.for([
  ['print(hash((1, 2)))', '-3550055125485641917', '1', ['browser-limit']],
  ['from decimal import *\nprint(MAX_PREC)', '999999999999999999', '425000000', ['browser-limit']],
  ['import sys\nprint(sys.getsizeof([]))', '56', '32', ['browser-limit']],
  // The hash is only used in a set, so the output contains no 64-bit number.
  ['class A:\n    def __hash__(self): return hash(self.a)', '7', '8', []],
  ['import math\nprint(math.tan(1))', '1.5574077246549023', '1.5574077246549021', ['last-digits']],
  ['print(1)', '2', '1', null],
] as const)('%s where %s is expected', ([source, expected, got, flags]) => {
  expect(flagsOf(source, expected, got)).toEqual(flags);
});

test('an accepted answer owes nothing', () => {
  expect(flagsOf('print(hash(5**99))', '12345678901', '12345678901', 'accepted')).toEqual([]);
});

test('each flag stands once, and beside the others', () => {
  const differences = nativeDifferences('print(hash(1), 2 ** 0.5)');
  const wrongResult = { ...notRun(0), verdict: 'wrong-answer' } as const;
  const expected = '1234567890123 1.4142135623730951';
  const flaggedResult = withNativeFlags(wrongResult, true, differences, () => [
    expected,
    expected.replace('51', '53'),
  ]);
  expect(flaggedResult.flags).toEqual(['browser-limit', 'last-digits']);
});
