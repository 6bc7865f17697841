/** The summary of `allpass prepare`. */
import { numberText } from '../../../base/number-words.ts';
import type { AccountTotals } from '../../../datasets/account.ts';
import type { FunnelOutcome, StepName } from '../../../datasets/prepare/prepare.ts';
import { labelledLines, type FactRow } from './run-facts.ts';

export interface PrepareOutcome extends FunnelOutcome {
  /** Maximum number of tests that a problem keeps; null if all tests are kept. */
  readonly mostTests: number | null;
  readonly account: AccountTotals;
}

const STEP_WORDS: Readonly<Record<StepName, string>> = {
  flagged: 'flagged: contradictory, interactive, several answers, …',
  'few-tests': 'too few tests',
  duplicate: 'a duplicate of an earlier statement',
  'near-duplicate': 'a near-duplicate of an earlier statement',
  'in-test-set': 'in the test set, or nearly',
  unverified: 'official solutions do not pass, or were not judged',
  'weak-tests': 'tests too weak, not measured, or passed by a program that solves nothing',
  'few-samples': 'too few recorded rewards for the filter',
  difficulty: 'removed by the filter on rewards',
  'no-date': 'no date',
  'not-drawn': 'not in the random sample',
};

/** Returns a line for each step, with the number of problems before it and the number that it dropped. */
export function funnelLines({ prepared, shortened, mostTests, account }: PrepareOutcome): readonly string[] {
  const rows: FactRow[] = [
    [numberText(account.read), 'rows read'],
    [numberText(account.kept), `problems; ${numberText(account.dropped)} rows dropped`],
  ];
  for (const { name, before, dropped } of prepared.funnel)
    rows.push([numberText(before - dropped), `after ${numberText(dropped)} dropped: ${STEP_WORDS[name]}`]);
  if (mostTests !== null) rows.push([numberText(shortened), `cut to their ${mostTests} longest tests`]);
  const { train, test } = prepared;
  rows.push([numberText(train.length), 'training problems']);
  if (test.length > 0) rows.push([numberText(test.length), 'test problems']);
  return labelledLines(rows);
}
