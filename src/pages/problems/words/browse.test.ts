import { expect, it } from 'vitest';
import { monthNumber } from '../state/facet-table.ts';
import { cutoffWords, monthWords, valueWords } from './browse-words.ts';

it('says months and values in words', () => {
  expect(monthWords(monthNumber('2024-05-31')!)).toBe('May 2024');
  expect([valueWords('mode', 'assert'), valueWords('source', 'taco')]).toEqual(['Assert', 'taco']);
});

it('tells whether a model may have seen a problem, where both times are known', () => {
  expect(cutoffWords('2024-06-01', '2024-05')).toMatch(/after/);
  expect(cutoffWords('2024-05-31', '2024-05')).toMatch(/may have seen/);
  expect([cutoffWords(undefined, '2024-05'), cutoffWords('2024-05-31', null)]).toEqual([null, null]);
});
