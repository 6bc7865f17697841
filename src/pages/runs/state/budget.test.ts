import { expect, it } from 'vitest';
import { runRowOf } from '../../../../tests/builders/run.ts';
import { NO_BUDGET } from '../../../domain/run.ts';
import { budgetSpent, costOf } from './run-work.ts';

const ROWS = [runRowOf(), runRowOf({ sample: 1, tokens: 900, promptTokens: null })];
const PRICE = { prompt: 2, completion: 10 };

it.each([
  ['nothing', NO_BUDGET, 1e9, null],
  ['minutes', { ...NO_BUDGET, minutes: 2 }, 119_999, null],
  ['minutes that are over', { ...NO_BUDGET, minutes: 2 }, 120_000, '2 minutes'],
  ['tokens', { ...NO_BUDGET, tokens: 1_051 }, 0, null],
  ['tokens that are used', { ...NO_BUDGET, tokens: 1_050 }, 0, '1,050 tokens'],
  ['money', { ...NO_BUDGET, money: 0.0102, price: PRICE }, 0, null],
  ['money that is spent', { ...NO_BUDGET, money: 0.0101, price: PRICE }, 0, '0.0101 of money'],
  ['money without a price', { ...NO_BUDGET, money: 0.0001 }, 0, null],
] as const)('a budget of %s', (_, budget, spentMs, said) => {
  const spent = budgetSpent(budget, ROWS, spentMs);
  expect(spent && spent).toBe(said);
});

it('counts prompts and answers at their own prices', () => {
  expect(costOf(PRICE, ROWS)).toBeCloseTo((50 * 2 + 1000 * 10) / 1e6, 12);
});
