import { expect, it } from 'vitest';
import { isDateOrMonth, isMonth } from './month.ts';

it.each([
  ['2024-05', true],
  ['1999-12', true],
  ['2024-00', false],
  ['2024-13', false],
  ['2024-5', false],
  ['2024-05-31', false],
  ['', false],
])('tells a month: %j', (text, is) => {
  expect(isMonth(text)).toBe(is);
});

it.each([
  ['2024-05', true],
  ['2024-05-31', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2024-5-1', false],
  ['2024-05-32', false],
  ['2024-02-30', false],
  ['2024', false],
])('tells a month or a day: %j', (text, is) => {
  expect(isDateOrMonth(text)).toBe(is);
});
