import { expect, it, describe } from 'vitest';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { answerWith } from '../../../../tests/builders/completion.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { Problem, ProblemRef } from '../../../domain/problem.ts';
import { runTestAgain, SampleXray } from './judged-again.svelte.ts';
import { runOf } from '../../../../tests/builders/run.ts';
import { PROFILES } from '../../../judge/profiles/profiles.ts';

const TESTS = ['1', '2', '3'].map((input) => ({ input, output: input }));
const problem = problemOf({ id: 'a', tests: TESTS, publicTests: 2 });
const run = runOf();
const never = new AbortController().signal;

function stage() {
  const judge = new ScriptedJudge();
  const problems: Problem[] = [];
  const originalJudge = judge.judge.bind(judge);
  judge.judge = (...args) => {
    problems.push(args[0]);
    return originalJudge(...args);
  };
  return { judge, given: problems };
}

describe('a failed test that runs again', () => {
  it('runs alone and keeps its index', async () => {
    const { judge, given } = stage();
    const wrongAnswer = answerOf(answerWith('print(2)'));
    const rerun = await runTestAgain(run, problem, wrongAnswer, 2, judge, never);
    expect(given.map(({ tests, publicTests }) => [tests, publicTests])).toEqual([[[TESTS[2]], 0]]);
    expect([rerun.problem, rerun.result]).toMatchObject([problem, { index: 2, verdict: 'wrong-answer' }]);
    expect(rerun.seesEarlier).toBe(false);
    const sharedStateRun = await runTestAgain(
      runOf({ profile: 'rllm' }),
      problem,
      wrongAnswer,
      2,
      judge,
      never,
    );
    expect(sharedStateRun.seesEarlier).toBe(true);
    await runTestAgain(run, problem, wrongAnswer, 1, judge, never);
    expect(given[2]).toMatchObject({ tests: [TESTS[1]], publicTests: 1 });
  });

  it('runs a program without an answer as it is', async () => {
    const { judge } = stage();
    const bareAnswer = answerOf('print(1) # no fence');
    await runTestAgain(run, problem, { ...bareAnswer, program: true }, 0, judge, never);
    expect(judge.codes).toEqual(['print(1) # no fence']);
  });

  it('reports a missing test, a missing profile and a stop', async () => {
    const { judge } = stage();
    const wrongAnswer = answerOf(answerWith('print(2)'));
    await expect(runTestAgain(run, problem, wrongAnswer, 3, judge, never)).rejects.toThrow(
      'no test 4 any more',
    );
    await expect(
      runTestAgain(runOf({ profile: 'of-tomorrow' }), problem, wrongAnswer, 0, judge, never),
    ).rejects.toThrow('there are no rules');
    const stopping = new AbortController();
    stopping.abort();
    await expect(runTestAgain(run, problem, wrongAnswer, 0, judge, stopping.signal)).rejects.toThrow();
  });
});

const KEY = { set: 'own', id: 'a', sample: 0 };
const ANSWER = answerOf('```python\nprint(1)\n```');

function xrayStage(missingId = '') {
  const openProblem = async (ref: ProblemRef) =>
    ref.id === missingId ? null : { ref, problem: problemOf({ id: ref.id }), answers: [] };
  return new SampleXray({ judge: new ScriptedJudge(), problems: { open: openProblem } });
}

describe('the X-ray of a sample', () => {
  it('has a row for each grader', async () => {
    const xray = xrayStage();
    await xray.take(runOf(), KEY, ANSWER);
    expect([xray.rays.rows.length, xray.rays.isComplete, xray.trouble]).toEqual([
      PROFILES.length,
      true,
      null,
    ]);
  });

  it('reports a missing problem and a missing answer', async () => {
    const xray = xrayStage('a');
    await xray.take(runOf(), KEY, ANSWER);
    expect(xray.trouble).toBe('The problem of the sample could not be opened: a.');
    await xray.take(runOf(), { ...KEY, id: 'b' }, answerOf('', { failure: { message: 'x', remedy: '' } }));
    expect(xray.trouble).toBe('The sample has no answer to judge.');
    xray.clear();
    expect(xray.trouble).toBeNull();
  });

  it('does not begin after its dialog was closed', async () => {
    const xray = xrayStage();
    const taking = xray.take(runOf(), KEY, ANSWER);
    xray.clear();
    await taking;
    expect([xray.rays.running, xray.rays.submission]).toEqual([false, null]);
  });
});
