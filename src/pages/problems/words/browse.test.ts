import { expect, it } from 'vitest';
import { monthNumber } from '../state/facet-table.ts';
import { monthName, valueName } from './browse.ts';

it('says months and values in words', () => {
  expect(monthName(monthNumber('2024-05-31')!)).toBe('May 2024');
  expect([valueName('mode', 'assert'), valueName('source', 'taco')]).toEqual(['Assert', 'taco']);
});
