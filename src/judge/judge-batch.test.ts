import { expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { reportOf } from '../../tests/builders/report.ts';
import type { Problem } from '../domain/problem.ts';
import type { TestVerdict } from '../domain/verdict.ts';
import { judgeBatch } from './judge-batch.ts';
import type { SubmissionJudge } from './judge.ts';

const SUM = problemOf({
  id: 'sum',
  mode: 'call',
  functionName: 'f',
  tests: [
    { input: '[1, 2]', output: '3' },
    { input: '[2, 2]', output: '4' },
  ],
});
const never = new AbortController().signal;
const program = (code: string, eachTest = false) => ({ problem: 0, code, eachTest });

/** Returns a judge that reports the given verdicts for each bundle. */
function judgeReporting(verdicts: (bundle: Problem) => readonly TestVerdict[]) {
  const bundles: { problem: Problem; code: string }[] = [];
  const judge: SubmissionJudge = {
    judge(problem, submission) {
      bundles.push({ problem, code: submission.kind === 'program' ? submission.code : '' });
      return Promise.resolve(reportOf(verdicts(problem)));
    },
  };
  return { judge, bundles };
}

it('makes one test of a program, or one for each of its tests', async () => {
  const { judge, bundles } = judgeReporting(() => ['accepted', 'accepted', 'wrong-answer', 'runtime-error']);
  const programs = [program('A'), program('B', true), program('C')];
  expect(await judgeBatch(judge, { problems: [SUM], programs }, 1, never)).toEqual([
    { passed: 2, testsRun: 2 },
    { passed: 1, testsRun: 2 },
    { passed: 0, testsRun: 2 },
  ]);
  expect(bundles[0]!.problem.tests).toEqual([
    { input: '[0, [[1, 2], [2, 2]]]', output: '[3, 4]' },
    { input: '[1, [[1, 2]]]', output: '[3]' },
    { input: '[1, [[2, 2]]]', output: '[4]' },
    { input: '[2, [[1, 2], [2, 2]]]', output: '[3, 4]' },
  ]);
  expect(bundles[0]!.code).toContain('PROGRAMS = [["A","f"],["B","f"],["C","f"]]\n');
});

it('gives no result if the judge failed', async () => {
  const { judge } = judgeReporting(() => ['accepted', 'judge-error', 'not-run']);
  const programs = [program('A'), program('B'), program('C')];
  const results = await judgeBatch(judge, { problems: [SUM], programs }, 1, never);
  expect(results.map(({ passed }) => passed)).toEqual([2, null, null]);
  const judgeWithoutResults = judgeReporting(() => []);
  expect(await judgeBatch(judgeWithoutResults.judge, { problems: [SUM], programs }, 1, never)).toMatchObject([
    { passed: null },
    { passed: null },
    { passed: null },
  ]);
});

it('splits many programs among the workers, in order', async () => {
  const { judge, bundles } = judgeReporting(({ tests }) =>
    tests.map((_, at) => (at === 0 ? 'wrong-answer' : 'accepted')),
  );
  const programs = Array.from({ length: 50 }, (_, at) => program(`${at}`));
  const results = await judgeBatch(judge, { problems: [SUM], programs }, 2, never);
  expect(bundles.map(({ problem }) => problem.tests.length)).toEqual([25, 25]);
  const failedIndices = results.flatMap(({ passed }, at) => (passed === 0 ? [at] : []));
  expect(failedIndices).toEqual([0, 25]);
  expect(await judgeBatch(judge, { problems: [], programs: [] }, 2, never)).toEqual([]);
});

it('refuses a problem without a function', async () => {
  const { judge } = judgeReporting(() => []);
  const batch = { problems: [problemOf()], programs: [program('A')] };
  await expect(judgeBatch(judge, batch, 1, never)).rejects.toThrow(RangeError);
});
