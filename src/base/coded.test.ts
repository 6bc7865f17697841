import { expect, it } from 'vitest';
import { coder, merged, wordsOf } from './coded.ts';

const FRUIT = { apples: (count: number): string => `${count} apples`, none: (): string => 'no fruit' };

it('writes a code with its data, and words it', () => {
  const code = coder<typeof FRUIT>();
  expect(code('apples', 3)).toEqual({ code: 'apples', data: [3] });
  expect(wordsOf(FRUIT, code('apples', 3))).toBe('3 apples');
  expect(wordsOf(FRUIT, code('none'))).toBe('no fruit');
});

it('makes one catalogue of two, and refuses one code for two sentences', () => {
  expect(wordsOf(merged(FRUIT, { pears: (): string => 'pears' }), { code: 'pears', data: [] })).toBe('pears');
  expect(() => merged(FRUIT, { none: (): string => 'nothing' })).toThrow('the code none');
});
