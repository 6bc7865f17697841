import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../../../tests/builders/odd-text.ts';
import { selectedTests, type Selection } from './selection.ts';

const selectedIndices = (selection: Selection, ...inputs: string[]) =>
  selectedTests(
    selection,
    inputs.map((input) => ({ input, output: '' })),
  );
const longest = (count: number, ...inputs: string[]) =>
  selectedIndices({ kind: 'longest', count }, ...inputs);

it('all and the first keep the order of the data set', () => {
  expect(selectedIndices({ kind: 'all' }, 'a', 'bbb', 'cc')).toEqual([0, 1, 2]);
  expect(selectedIndices({ kind: 'first', count: 2 }, 'a', 'bbb', 'cc')).toEqual([0, 1]);
  expect(selectedIndices({ kind: 'first', count: 5 }, 'a', 'bbb')).toEqual([0, 1]);
  expect(selectedIndices({ kind: 'all' })).toEqual([]);
  expect(selectedIndices({ kind: 'first', count: 2 })).toEqual([]);
});

describe('the longest inputs', () => {
  it.for<readonly [string, number, readonly string[], readonly number[]]>([
    ['come first, ties in order', 3, ['a', 'ccc', 'bb', 'ddd', 'ee'], [1, 3, 2]],
    ['keep the order of the data set where nothing is left out', 3, ['a', 'ccc', 'bb'], [0, 1, 2]],
    ['keep it where there are fewer', 4, ['a', 'ccc', 'bb'], [0, 1, 2]],
    ['of none are none', 15, [], []],
    ['count characters as Python does', 1, ['😀😀', 'abc', '\ud83d\ud83d'], [1]],
    ['count a half of a pair as one', 1, ['😀', '\ud83d\ud83d'], [1]],
    ['count halves in the wrong order as two', 1, ['é', '\ude00\ud83d'], [1]],
  ])('%s', ([, count, inputs, indices]) => {
    expect(longest(count, ...inputs)).toEqual(indices);
  });

  it('are those that no one left out exceeds', () => {
    const input = oddText(6);
    fc.assert(
      fc.property(fc.array(input, { maxLength: 12 }), fc.nat(12), (inputs, n) => {
        const longestIndices = longest(n, ...inputs);
        const length = (index: number) => [...inputs[index]!].length;
        expect(new Set(longestIndices).size).toBe(Math.min(n, inputs.length));
        if (inputs.length <= n) return;
        const order = [...inputs.keys()].sort((a, b) => length(b) - length(a) || a - b);
        expect(longestIndices).toEqual(order.slice(0, n));
      }),
    );
  });
});
