import { expect, it } from 'vitest';
import { isAfterCutoff, monthName, monthNumber, valueName } from './facet-table.ts';

it('tells whether a model may have seen a problem, where both times are known', () => {
  expect(isAfterCutoff('2024-06-01', '2024-05')).toBe(true);
  expect(isAfterCutoff('2024-05-31', '2024-05')).toBe(false);
  expect([isAfterCutoff(undefined, '2024-05'), isAfterCutoff('2024-05-31', null)]).toEqual([null, null]);
});

it('names months and values for readers', () => {
  expect(monthName(monthNumber('2024-05-31')!)).toBe('May 2024');
  expect([valueName('mode', 'assert'), valueName('source', 'taco')]).toEqual(['Assert', 'taco']);
});
