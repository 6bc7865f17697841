import { expect, it } from 'vitest';
import type { BatchResult } from '../../domain/submission.ts';
import { makeTasks } from '../tasks/tasks.ts';
import { Grader, type Ask } from './grader.ts';

const [first, second] = makeTasks({ count: 2, weak: false, brokenCopies: 0 });
const ask = (program: string, problem = first!.training, eachTest = false): Ask => ({
  problem,
  program,
  eachTest,
});

function grading(answer: (code: string) => BatchResult) {
  const asked: string[][] = [];
  const grader = new Grader(({ programs }) => {
    asked.push(programs.map(({ code }) => code));
    return Promise.resolve(programs.map(({ code }) => answer(code)));
  });
  return { grader, asked };
}

it('judges equal programs once, and counts verdicts and programs', async () => {
  const { grader, asked } = grading((code) => ({ passed: code.length, testsRun: 2 }));
  expect(await grader.passed([ask('a'), ask('bb'), ask('a')])).toEqual([1, 2, 1]);
  expect(await grader.passed([ask('a'), ask('ccc')])).toEqual([1, 3]);
  expect(await grader.passed([ask('a')])).toEqual([1]);
  expect(asked).toEqual([['a', 'bb'], ['ccc']]);
  expect([grader.asked, grader.programsRun, grader.testsRun]).toEqual([6, 3, 6]);
});

it('caches by problem, program and mode', async () => {
  const { grader, asked } = grading(() => ({ passed: 0, testsRun: 1 }));
  await grader.passed([ask('a'), ask('a', second!.training), ask('a', first!.training, true)]);
  expect(asked).toEqual([['a', 'a', 'a']]);
});

it('does not cache failures of the judge', async () => {
  let fails = true;
  const { grader } = grading(() => (fails ? { passed: null, testsRun: 0 } : { passed: 2, testsRun: 2 }));
  expect(await grader.passed([ask('a'), ask('a')])).toEqual([null, null]);
  fails = false;
  expect(await grader.passed([ask('a')])).toEqual([2]);
});
