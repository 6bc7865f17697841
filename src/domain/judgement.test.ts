import { expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { reportOf } from '../../tests/builders/report.ts';
import { stillFits, type Judgement } from './judgement.ts';

const tests = (count: number) => Array.from({ length: count }, (_, n) => ({ input: `${n}`, output: `${n}` }));

function judgementOf(testsTotal: number, scope: Judgement['scope'] = 'all'): Judgement {
  const report = { ...reportOf(['accepted']), testsTotal };
  return { report, kind: 'program', scope, milliseconds: 1 };
}

it('fits the problem whose tests it knew, be it of all of them or of the public ones', () => {
  for (const scope of ['all', 'public'] as const)
    expect(stillFits(judgementOf(3, scope), problemOf({ tests: tests(3) }))).toBe(true);
});

it('does not fit a problem that has gained or lost tests since', () => {
  for (const count of [2, 4, 0])
    expect(stillFits(judgementOf(3), problemOf({ tests: tests(count) }))).toBe(false);
});

it('goes by the tests there are, not by those that ran', () => {
  const stopped = judgementOf(20);
  expect(stopped.report.testsRun).toBeLessThan(20);
  expect(stillFits(stopped, problemOf({ tests: tests(20) }))).toBe(true);
});
