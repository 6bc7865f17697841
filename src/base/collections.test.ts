import { expect, it } from 'vitest';
import { countsOf, groupBy } from './collections.ts';

it('counts each value, in the order of their first occurrences', () => {
  expect([...countsOf(['b', 'a', 'b'])]).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});

it('keeps the order of groups and items, and leaves out items without a key', () => {
  const groups = groupBy(['b1', 'a1', '', 'b2'], (item) => item[0] ?? null);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});
