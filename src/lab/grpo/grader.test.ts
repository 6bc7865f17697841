import { expect, it } from 'vitest';
import type { BatchResult } from '../../domain/submission.ts';
import { makeTasks } from '../tasks/tasks.ts';
import { Grader, type Ask } from './grader.ts';

const [first, second] = makeTasks({ count: 2, weak: false, brokenCopies: 0 });
const askOf = (program: string, problem = first!.trainingProblem, eachTest = false): Ask => ({
  problem,
  program,
  eachTest,
});

function graderWith(answer: (code: string) => BatchResult) {
  const judgedCodes: string[][] = [];
  const grader = new Grader(({ programs }) => {
    judgedCodes.push(programs.map(({ code }) => code));
    return Promise.resolve(programs.map(({ code }) => answer(code)));
  });
  return { grader, judgedCodes };
}

it('judges equal programs once, and counts verdicts and programs', async () => {
  const { grader, judgedCodes } = graderWith((code) => ({ passed: code.length, testsRun: 2 }));
  expect(await grader.passedCounts([askOf('a'), askOf('bb'), askOf('a')])).toEqual([1, 2, 1]);
  expect(await grader.passedCounts([askOf('a'), askOf('ccc')])).toEqual([1, 3]);
  expect(await grader.passedCounts([askOf('a')])).toEqual([1]);
  expect(judgedCodes).toEqual([['a', 'bb'], ['ccc']]);
  expect([grader.askCount, grader.programsRun, grader.testsRun]).toEqual([6, 3, 6]);
});

it('caches by problem, program and mode', async () => {
  const { grader, judgedCodes } = graderWith(() => ({ passed: 0, testsRun: 1 }));
  await grader.passedCounts([
    askOf('a'),
    askOf('a', second!.trainingProblem),
    askOf('a', first!.trainingProblem, true),
  ]);
  expect(judgedCodes).toEqual([['a', 'a', 'a']]);
});

it('does not cache failures of the judge', async () => {
  let fails = true;
  const { grader } = graderWith(() => (fails ? { passed: null, testsRun: 0 } : { passed: 2, testsRun: 2 }));
  expect(await grader.passedCounts([askOf('a'), askOf('a')])).toEqual([null, null]);
  fails = false;
  expect(await grader.passedCounts([askOf('a')])).toEqual([2]);
});
