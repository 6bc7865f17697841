import { expect, it } from 'vitest';
import { textHash } from './text-hash.ts';

it('is a whole number that a record can hold, the same each time', () => {
  const hash = textHash(['one', 'two']);
  expect(Number.isSafeInteger(hash)).toBe(true);
  expect(textHash(['one', 'two'])).toBe(hash);
});

it('tells texts apart by every unit, their order, and where one ends', () => {
  const lists = [
    [],
    [''],
    ['', ''],
    ['ab', 'c'],
    ['a', 'bc'],
    ['abc'],
    ['c', 'ab'],
    ['ab c'],
    ['ab', 'c', ''],
  ];
  expect(new Set(lists.map(textHash)).size).toBe(lists.length);
  const longText = 'x'.repeat(100_000);
  const changedTexts = [
    `${longText}y${longText}`,
    `${longText}z${longText}`,
    `y${longText}${longText}`,
    `${longText}${longText}y`,
  ];
  expect(new Set(changedTexts.map((text) => textHash([text]))).size).toBe(changedTexts.length);
});
