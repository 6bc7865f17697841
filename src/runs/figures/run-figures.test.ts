import { expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import type { RunRow } from '../../domain/run.ts';
import { agreementOf, quartiles, runFigures, summaryOf } from './run-figures.ts';

const PROBLEMS = runOf().problems.map((problem, at) => ({
  ...problem,
  difficulty: at === 0 ? 'easy' : 'hard',
  date: `2024-0${3 - at}-15`,
}));

const row = (id: string, sample: number, change: Partial<RunRow>) => runRowOf({ id, sample, ...change });

const ROWS: readonly RunRow[] = [
  row('a', 0, { judged: runVerdictOf('accepted'), tokens: 10 }),
  row('a', 1, { judged: runVerdictOf('wrong-answer'), tokens: 30, estimated: true }),
  row('b', 0, { judged: runVerdictOf('wrong-answer'), tokens: 50, firstTokenMs: 60 }),
  row('b', 1, { failure: 'The server said no.', tokens: 0, promptTokens: null, firstTokenMs: null }),
  row('c', 0, { judged: runVerdictOf('judge-error'), tokensPerSecond: null }),
  row('c', 1, { tokens: 5 }),
];

it('counts what was judged, by group, and what failed on the way apart', async () => {
  const figures = await runFigures(runOf({ problems: PROBLEMS }), ROWS, () => Promise.resolve());
  expect(figures.report).toMatchObject({ samples: 4, problems: 3, problemsLost: 1, unjudged: 1 });
  // The values of the two problems are 1/2 and 0.
  expect(figures.report.passes.map(({ k, value }) => [k, value])).toEqual([[1, 0.25]]);
  expect(figures.unanswered).toBe(1);
  expect([...figures.groups].map(([by, reports]) => [by, ...reports.keys()])).toEqual([
    ['difficulty', 'easy', 'hard'],
    ['month', '2024-01', '2024-02', '2024-03'],
  ]);
  expect(figures.groups.get('difficulty')!.get('easy')!.passes[0]).toMatchObject({ value: 0.5 });
  expect([...figures.tokens.keys()]).toEqual(['wrong-answer', 'accepted', 'judge-error']);
  expect(figures.tokens.get('wrong-answer')).toMatchObject({ count: 2, median: 40 });
  expect(figures).toMatchObject({ estimated: true, promptTokens: 250, completionTokens: 195 });
  expect([figures.firstTokenMs?.count, figures.tokensPerSecond?.count]).toEqual([5, 4]);
});

it('holds verdicts against those that the answers came with', async () => {
  const beside = (verdict: 'accepted' | 'wrong-answer' | 'judge-error', passedElsewhere: boolean) =>
    runRowOf({ judged: runVerdictOf(verdict), passedElsewhere });
  expect(
    agreementOf([
      beside('accepted', true),
      beside('accepted', false),
      beside('wrong-answer', true),
      beside('wrong-answer', true),
      beside('wrong-answer', false),
      // A judge error is not the fault of the answer, so this does not count as a disagreement.
      beside('judge-error', true),
      runRowOf({ passedElsewhere: true }),
      ...ROWS,
    ]),
  ).toEqual({ bothPassed: 1, bothFailed: 1, onlyHere: 1, onlyThere: 2 });
  expect(agreementOf(ROWS)).toBeNull();
  expect(
    (await runFigures(runOf({ problems: PROBLEMS }), ROWS, () => Promise.resolve())).elsewhere,
  ).toBeNull();
});

it('gives the figures of a list at once', () => {
  expect(summaryOf(ROWS)).toEqual({ answered: 6, judged: 4, failed: 2, passAt1: 0.25 });
  expect(summaryOf([])).toEqual({ answered: 0, judged: 0, failed: 0, passAt1: null });
});

it('takes quartiles between values', () => {
  expect(quartiles([4, 1, 2, 3])).toEqual({
    count: 4,
    least: 1,
    lower: 1.75,
    median: 2.5,
    upper: 3.25,
    most: 4,
  });
  expect([quartiles([7])?.upper, quartiles([])]).toEqual([7, null]);
});
