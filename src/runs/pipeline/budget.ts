/** The limits of a run. */
import { counted } from '../../base/number-words.ts';
import type { RunBudget, RunRedraw, RunRow } from '../../domain/run.ts';

/** Returns the cost of the samples. `price` is per million tokens. */
export function costOf(
  price: { readonly prompt: number; readonly completion: number },
  rows: Iterable<RunRow>,
): number {
  let cost = 0;
  for (const { promptTokens, tokens } of rows)
    cost += ((promptTokens ?? 0) * price.prompt + tokens * price.completion) / 1e6;
  return cost;
}

/**
 * Returns the limit that is reached, as in “5 minutes”; null if none is. Requests in flight still finish.
 * @param spentMs milliseconds of work on the run
 * @param redraws samples that were requested again; their first answers count too
 */
export function budgetSpent(
  budget: RunBudget,
  rows: Iterable<RunRow>,
  spentMs: number,
  redraws: readonly RunRedraw[] = [],
): string | null {
  const { tokens, minutes, money, price } = budget;
  if (minutes !== null && spentMs >= minutes * 60_000) return counted(minutes, 'minute');
  if (tokens === null && (money === null || price === null)) return null;
  const allRows = [...rows];
  const tokensBefore = redraws.reduce((sum, { oldTokens }) => sum + oldTokens, 0);
  const usedTokens = allRows.reduce((sum, row) => sum + row.tokens + (row.promptTokens ?? 0), tokensBefore);
  if (tokens !== null && usedTokens >= tokens) return counted(tokens, 'token');
  if (money === null || price === null) return null;
  const cost = costOf(price, allRows) + (price.completion * tokensBefore) / 1e6;
  return cost >= money ? `${money} of money` : null;
}
