import { expect, it } from 'vitest';
import { numberIn, typedNumber, wholeIn } from './number-in.ts';

it('reads numbers in their range, and no other text', () => {
  const readNumber = (text: string) => numberIn(text, 0, 5);
  expect(['0', '.5', '5.', ' 1e-3 ', '4.99'].map(readNumber)).toEqual([0, 0.5, 5, 0.001, 4.99]);
  for (const text of ['', ' ', '-1', '5.1', '0,7', '0x1', 'one', '1 2', 'Infinity'])
    expect(readNumber(text), text).toBeUndefined();
});

it('reads whole numbers', () => {
  expect([wholeIn('7', 1, 9), wholeIn('1e3', 1), wholeIn('9007199254740991', 0)]).toEqual([
    7,
    1000,
    2 ** 53 - 1,
  ]);
  expect([
    wholeIn('0.5', 0),
    wholeIn('16.000', 1),
    wholeIn('10', 1, 9),
    wholeIn('9007199254740992', 0),
  ]).toEqual([undefined, undefined, undefined, undefined]);
});

it('reads a typed comma as a point where it separates no thousands', () => {
  const readNumber = (text: string) => typedNumber(text, { least: 0, most: 20, decimal: true });
  expect(['0,7', '12,5', '0,125', '7'].map(readNumber)).toEqual([0.7, 12.5, 0.125, 7]);
  for (const text of ['1,000', '12,500', '1,2,3', ',5', '21']) expect(readNumber(text), text).toBeUndefined();
  expect([typedNumber('7', { least: 0 }), typedNumber('0,7', { least: 0 })]).toEqual([7, undefined]);
});
