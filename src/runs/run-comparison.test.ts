import { expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../tests/builders/run.ts';
import { compareRunRows } from './run-comparison.ts';

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
    passAt1: [0.25, 0.5],
    p: 1,
    difference: { value: -0.25 },
    agreement: { samples: 3, same: 1, onlyFirst: 1, onlySecond: 1 },
  });
  expect(compared.onlyFirst.map(({ problem }) => problem.id)).toEqual(['a']);
  expect(compared.onlySecond).toMatchObject([{ problem: { id: 'b' }, second: { samples: 1, solved: 1 } }]);
});

it('of nothing in common has no figures', () => {
  expect(compareRunRows(runOf().problems, FIRST, [])).toMatchObject({
    shared: 0,
    passAt1: [null, null],
    p: 1,
  });
});
