import { expect, it } from 'vitest';
import { countsOf } from './counts-of.ts';

it('counts each value, in the order of their first occurrences', () => {
  expect([...countsOf(['b', 'a', 'b'])]).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});
