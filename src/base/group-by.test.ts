import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it('keeps the order of groups and items, and leaves out items without a key', () => {
  const groups = groupBy(['b1', 'a1', '', 'b2'], (item) => item[0] ?? null);
  expect([...groups]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ]);
});
