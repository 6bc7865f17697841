import { expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

const PATHS =
  'train.jsonl data/train.jsonl data/pretrain.jsonl a/b/train.jsonl data/part-0.json data/part-x.json dev.json x{y}.json';
const fitting = (pattern: string) => {
  const fits = globMatcher(pattern, { left: 1e6 });
  return PATHS.split(' ').filter(fits).join(' ');
};

it.each([
  ['train.jsonl', 'train.jsonl'],
  ['*.jsonl', 'train.jsonl'],
  ['**/train.jsonl', 'train.jsonl data/train.jsonl a/b/train.jsonl'],
  ['a/**/train.jsonl', 'a/b/train.jsonl'],
  ['data/**/train.jsonl', 'data/train.jsonl'],
  ['data/**', 'data/train.jsonl data/pretrain.jsonl data/part-0.json data/part-x.json'],
  ['**pretrain*', 'data/pretrain.jsonl'],
  ['**/*/train.jsonl', 'data/train.jsonl a/b/train.jsonl'],
  ['data/part-?.json', 'data/part-0.json data/part-x.json'],
  ['data/part-[0-9].json', 'data/part-0.json'],
  ['data/part-[!0-9].json', 'data/part-x.json'],
  ['data[!x]part-0.json', ''],
  ['data/part-[]x-].json', 'data/part-x.json'],
  ['{train,data/train}.jsonl', 'train.jsonl data/train.jsonl'],
  ['{data,a/{b,c}}/*.jsonl', 'data/train.jsonl data/pretrain.jsonl a/b/train.jsonl'],
  ['{**/train,dev}.json{l,}', 'train.jsonl data/train.jsonl a/b/train.jsonl dev.json'],
  ['x{y}.json', 'x{y}.json'],
  ['x{y}[.json', ''],
  ['trainXjsonl', ''],
])('%s means %j', (pattern, paths) => {
  expect(fitting(pattern)).toBe(paths);
});

it.each([
  ['a few stars', '*a*a*a*a*a*ab'],
  ['choices in choices', `${'{a,*'.repeat(80)}${'}'.repeat(80)}b`],
  ['many stars', `${'*a'.repeat(249)}b`],
])('looks at each place once for each character: %s', (_, pattern) => {
  const budget = { left: 1e9 };
  const path = `${'a'.repeat(900)}.json`;
  expect(globMatcher(pattern, budget)(path)).toBe(false);
  expect(1e9 - budget.left).toBeLessThan(3 * pattern.length * path.length);
});

it('fits nothing any more where the budget is used up', () => {
  const fits = globMatcher('*.json', { left: 36 });
  expect([fits('a.json'), fits('a.json')]).toEqual([true, false]);
});
