import { expect, it } from 'vitest';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { answerWith } from '../../../../tests/builders/completion.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { Problem } from '../../../domain/problem.ts';
import { runTestAgain } from './failed-test.ts';

const TESTS = ['1', '2', '3'].map((input) => ({ input, output: input }));
const problem = problemOf({ id: 'a', tests: TESTS, publicTests: 2 });
const run = { profile: 'standard' };
const never = new AbortController().signal;

function stage() {
  const judge = new ScriptedJudge();
  const given: Problem[] = [];
  const judged = judge.judge.bind(judge);
  judge.judge = (...asked) => {
    given.push(asked[0]);
    return judged(...asked);
  };
  return { judge, given };
}

it('runs that test alone, and says which it was', async () => {
  const { judge, given } = stage();
  const wrong = answerOf(answerWith('print(2)'));
  const again = await runTestAgain(run, problem, wrong, 2, judge, never);
  expect(given.map(({ tests, publicTests }) => [tests, publicTests])).toEqual([[[TESTS[2]], 0]]);
  expect([again.problem, again.result]).toMatchObject([problem, { index: 2, verdict: 'wrong-answer' }]);
  expect(again.seesEarlier).toBe(false);
  const shared = await runTestAgain({ profile: 'rllm' }, problem, wrong, 2, judge, never);
  expect(shared.seesEarlier).toBe(true);
  await runTestAgain(run, problem, wrong, 1, judge, never);
  expect(given[2]).toMatchObject({ tests: [TESTS[1]], publicTests: 1 });
});

it('runs a program that came without an answer as it is', async () => {
  const { judge } = stage();
  const given = answerOf('print(1) # no fence');
  await runTestAgain(run, problem, { ...given, program: true }, 0, judge, never);
  expect(judge.codes).toEqual(['print(1) # no fence']);
});

it('says why it cannot', async () => {
  const { judge } = stage();
  const wrong = answerOf(answerWith('print(2)'));
  await expect(runTestAgain(run, problem, wrong, 3, judge, never)).rejects.toThrow('no test 4 any more');
  await expect(runTestAgain({ profile: 'of-tomorrow' }, problem, wrong, 0, judge, never)).rejects.toThrow(
    'there are no rules',
  );
  const stopping = new AbortController();
  stopping.abort();
  await expect(runTestAgain(run, problem, wrong, 0, judge, stopping.signal)).rejects.toThrow();
});
