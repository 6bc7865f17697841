import { expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

const PATHS =
  'train.jsonl data/train.jsonl data/pretrain.jsonl a/b/train.jsonl data/part-0.json data/part-x.json dev.json x{y}.json';
const matchingPaths = (pattern: string) => {
  const matches = globMatcher(pattern, { remainingSteps: 1e6 });
  return PATHS.split(' ').filter(matches).join(' ');
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
  ['{train,data/train}.jsonl', 'train.jsonl data/train.jsonl'],
  ['{data,a/{b,c}}/*.jsonl', 'data/train.jsonl data/pretrain.jsonl a/b/train.jsonl'],
  ['{**/train,dev}.json{l,}', 'train.jsonl data/train.jsonl a/b/train.jsonl dev.json'],
  ['x{y}.json', 'x{y}.json'],
  ['trainXjsonl', ''],
])('%s means %j', (pattern, paths) => {
  expect(matchingPaths(pattern)).toBe(paths);
});

it.each([
  ['a few stars', '*a*a*a*a*a*ab'],
  ['many stars', `${'*a'.repeat(249)}b`],
])('takes time of the pattern times the path at most: %s', (_, pattern) => {
  const budget = { remainingSteps: 1e9 };
  const path = `${'a'.repeat(900)}.json`;
  expect(globMatcher(pattern, budget)(path)).toBe(false);
  expect(1e9 - budget.remainingSteps).toBeLessThan(100 * pattern.length * path.length);
});

it.each([
  ['one character', 'data/part-?.json'],
  ['a class of characters', 'data/part-[0-9].json'],
  ['more choices than are unfolded', '{a,b}'.repeat(40)],
  ['more choices in choices', `${'{a,*'.repeat(80)}${'}'.repeat(80)}b`],
  ['more characters than are read', '*'.repeat(501)],
])('uses the budget up where a pattern has %s', (_, pattern) => {
  const budget = { remainingSteps: 1e9 };
  expect([globMatcher(pattern, budget)('data/part-0.json'), budget.remainingSteps]).toEqual([false, -1]);
});

it('fits nothing where the budget is used up', () => {
  const fits = globMatcher('*.json', { remainingSteps: 20 });
  expect([fits('a.json'), fits('a.json')]).toEqual([true, false]);
});
