import { expect, it } from 'vitest';
import { refText } from '../../domain/problem.ts';
import { scoredSamples } from '../../runs/figures/run-figures.ts';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { RUNS_CODEC } from './state/runs-view.ts';
import { failureBeside, shownRows, endOf } from './samples.ts';
import { endName } from './text.ts';

const PROBLEMS = new Map(
  runOf().problems.map((problem, place) => [
    refText(problem),
    {
      problem: {
        ...problem,
        ...{ difficulty: place === 0 ? 'easy' : 'hard', date: `2024-0${place + 1}-01` },
        tags: place === 1 ? [] : ['dp'],
      },
      place,
    },
  ]),
);
const ROWS = [
  runRowOf({ id: 'c', judged: runVerdictOf('accepted') }),
  runRowOf({ id: 'a', sample: 1, failure: 'gone' }),
  runRowOf({ id: 'a' }),
  runRowOf({ id: 'gone' }),
];
const shownNames = (change: object): readonly string[] =>
  shownRows(ROWS, PROBLEMS, { ...RUNS_CODEC.initial, ...change }).map(({ id, sample }) => `${id}${sample}`);

it.each([
  ['all, in the order of the problems', {}, ['a0', 'a1', 'c0', 'gone0']],
  ['those of a verdict', { verdict: ['accepted'] }, ['c0']],
  ['those that failed or wait', { verdict: ['failed', 'waiting'] }, ['a0', 'a1', 'gone0']],
  ['those of a group', { group: 'difficulty:easy' }, ['a0', 'a1']],
  ['those of a month', { group: 'month:2024-03' }, ['c0']],
  ['none of a group that is none', { group: 'title:A' }, []],
  ['those with the slowest test first', { sort: 'time' }, ['c0', 'a0', 'a1', 'gone0']],
  ['those whose title or id fits', { search: 'C' }, ['c0']],
  ['those that fit conditions', { search: 'difficulty=hard verdict=accepted' }, ['c0']],
  ['those that fit a condition and a word', { search: 'verdict!=accepted date<2024-02 a' }, ['a0', 'a1']],
  ['those of a tag', { search: 'tag=dp' }, ['a0', 'a1', 'c0']],
  ['none of a condition with a fault', { search: 'verdict=acepted' }, []],
])('%s', (_, change, names) => {
  expect(shownNames(change)).toEqual(names);
});

it('finds the samples of problems without the value of a group', () => {
  const { problems } = runOf();
  const places = new Map(problems.map((problem, place) => [refText(problem), { problem, place }]));
  const matches = shownRows(ROWS, places, { ...RUNS_CODEC.initial, group: 'difficulty:unknown' });
  expect(matches.map(({ id }) => id)).toEqual(['a', 'a', 'c']);
});

it('finds the samples that only a larger time factor accepts', () => {
  const rows = [
    runRowOf({ id: 'a', judged: runVerdictOf('accepted', { timeFactor: 1.6 }) }),
    runRowOf({ id: 'b', judged: runVerdictOf('accepted', { timeFactor: 5, factorNeeded: 2 }) }),
  ];
  const matches = shownRows(rows, PROBLEMS, { ...RUNS_CODEC.initial, search: 'flag=near-limit' });
  expect(matches.map(({ id }) => id)).toEqual(['b']);
  expect(scoredSamples(rows).map(({ flags }) => flags)).toEqual([[], ['near-limit']]);
});

it('finds the failures before and after a sample', () => {
  const rows = [
    runRowOf({ id: 'a', judged: runVerdictOf('wrong-answer') }),
    runRowOf({ id: 'b', judged: runVerdictOf('accepted') }),
    runRowOf({ id: 'c' }),
    runRowOf({ id: 'd', failure: 'gone' }),
  ];
  const [first, second, , last] = rows as [(typeof rows)[0], (typeof rows)[0], unknown, (typeof rows)[0]];
  expect(failureBeside(rows, second, 1)).toBe(last);
  expect(failureBeside(rows, second, -1)).toBe(first);
  expect([failureBeside(rows, first, -1), failureBeside(rows, last, 1)]).toEqual([undefined, undefined]);
});

it('names the state of a sample', () => {
  const ends = [
    endOf(runRowOf()),
    endOf(runRowOf({ failure: 'gone' })),
    endOf(runRowOf({ judged: runVerdictOf('no-code') })),
  ];
  expect(ends).toEqual(['waiting', 'failed', 'no-code']);
  expect(ends.map(endName)).toEqual(['Not judged yet', 'Failed', 'No code']);
});
