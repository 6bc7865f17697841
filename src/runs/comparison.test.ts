import { expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../tests/builders/run.ts';
import { scoredSamples } from './figures/run-figures.ts';
import { compareRunRows } from './comparison.ts';
import { runTable } from './run-table.ts';

const row = (id: string, sample: number, verdict: Parameters<typeof runVerdictOf>[0]) =>
  runRowOf({ id, sample, judged: runVerdictOf(verdict) });
const FIRST = [
  row('a', 0, 'accepted'),
  row('a', 1, 'wrong-answer'),
  row('b', 0, 'no-code'),
  row('c', 0, 'judge-error'),
];
const SECOND = [
  row('a', 0, 'wrong-answer'),
  row('a', 1, 'wrong-answer'),
  row('b', 0, 'accepted'),
  row('c', 0, 'accepted'),
];

it('tells which problems flipped, and how often two graders agree on the same samples', () => {
  const compared = compareRunRows(runOf().problems, FIRST, SECOND);
  expect(compared).toMatchObject({
    shared: 2,
    p: 1,
    agreement: { samples: 3, same: 1, onlyFirst: 1, onlySecond: 1 },
  });
  expect(compared.onlyFirst.map(({ problem }) => problem.id)).toEqual(['a']);
  expect(compared.onlySecond).toMatchObject([{ problem: { id: 'b' }, second: { samples: 1, solved: 1 } }]);
});

/** The table above the comparison, with the figures of the same rows. */
const tableOf = (...runs: readonly (typeof FIRST)[]) =>
  runTable(
    runs.map((rows) => ({ name: '', profile: 'standard', samples: scoredSamples(rows) })),
    'source',
    () => undefined,
  ).rows;

it('has pass@1 of both on what they share, and the difference, in whatever order the rows came', () => {
  const [second, first] = tableOf(SECOND, FIRST);
  expect([first!.passes[0]!.value, second!.passes[0]!.value]).toEqual([0.25, 0.5]);
  expect(first!.difference).toMatchObject({ value: -0.25 });
  expect(tableOf(SECOND.toReversed(), FIRST.toReversed())[1]).toEqual(first);
  expect(tableOf(FIRST, []).map(({ passes }) => passes)).toEqual([[], []]);
});

it('of nothing in common has no figures', () => {
  expect(compareRunRows(runOf().problems, FIRST, [])).toMatchObject({
    shared: 0,
    p: 1,
  });
});
