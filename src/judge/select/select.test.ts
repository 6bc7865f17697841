import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oddText } from '../../../tests/builders/odd-text.ts';
import { all, first, longestInputs } from './select.ts';

const tests = (...inputs: string[]) => inputs.map((input) => ({ input, output: '' }));

describe('all and first', () => {
  it('keep the order of the data set', () => {
    expect(all(tests('a', 'bbb', 'cc'))).toEqual([0, 1, 2]);
    expect(first(2)(tests('a', 'bbb', 'cc'))).toEqual([0, 1]);
    expect(first(5)(tests('a', 'bbb'))).toEqual([0, 1]);
    expect(all([])).toEqual([]);
    expect(first(2)([])).toEqual([]);
  });
});

describe('longestInputs', () => {
  it('puts the longest first and keeps ties in order', () => {
    expect(longestInputs(3)(tests('a', 'ccc', 'bb', 'ddd', 'ee'))).toEqual([1, 3, 2]);
  });

  it('keeps the order of the data set where nothing is left out', () => {
    expect(longestInputs(3)(tests('a', 'ccc', 'bb'))).toEqual([0, 1, 2]);
    expect(longestInputs(4)(tests('a', 'ccc', 'bb'))).toEqual([0, 1, 2]);
    expect(longestInputs(15)([])).toEqual([]);
  });

  it('counts characters as Python does', () => {
    expect(longestInputs(1)(tests('😀😀', 'abc', '\ud83d\ud83d'))).toEqual([1]);
    expect(longestInputs(1)(tests('😀', '\ud83d\ud83d'))).toEqual([1]);
    expect(longestInputs(1)(tests('é', '\ude00\ud83d'))).toEqual([1]);
  });

  it('takes the inputs that no one left out exceeds', () => {
    const input = oddText(6);
    fc.assert(
      fc.property(fc.array(input, { maxLength: 12 }), fc.nat(12), (inputs, n) => {
        const chosen = longestInputs(n)(tests(...inputs));
        const length = (index: number) => [...inputs[index]!].length;
        expect(new Set(chosen).size).toBe(Math.min(n, inputs.length));
        if (inputs.length <= n) return;
        const order = [...inputs.keys()].sort((a, b) => length(b) - length(a) || a - b);
        expect(chosen).toEqual(order.slice(0, n));
      }),
    );
  });
});
