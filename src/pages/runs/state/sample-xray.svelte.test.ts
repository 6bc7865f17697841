import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { runOf } from '../../../../tests/builders/run.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import { PROFILES } from '../../../judge/profiles/profiles.ts';
import { SampleXray } from './sample-xray.svelte.ts';

const KEY = { set: 'own', id: 'a', sample: 0 };
const ANSWER = answerOf('```python\nprint(1)\n```');

function stage(gone = '') {
  const open = async (ref: ProblemRef) =>
    ref.id === gone ? null : { ref, problem: problemOf({ id: ref.id }), answers: [] };
  return new SampleXray({ judge: new ScriptedJudge(), problems: { open } });
}

describe('the X-ray of a sample', () => {
  it('judges it by the rules of every grader', async () => {
    const xray = stage();
    await xray.take(runOf(), KEY, ANSWER);
    expect([xray.rays.rows.length, xray.rays.complete, xray.trouble]).toEqual([PROFILES.length, true, null]);
  });

  it('says why there is none', async () => {
    const xray = stage('a');
    await xray.take(runOf(), KEY, ANSWER);
    expect(xray.trouble).toBe('The problem of the sample could not be opened: a.');
    await xray.take(runOf(), { ...KEY, id: 'b' }, answerOf('', { failure: { message: 'x', remedy: '' } }));
    expect(xray.trouble).toBe('The sample has no answer to judge.');
    xray.clear();
    expect(xray.trouble).toBeNull();
  });

  it('does not begin after its dialog was closed', async () => {
    const xray = stage();
    const taking = xray.take(runOf(), KEY, ANSWER);
    xray.clear();
    await taking;
    expect([xray.rays.running, xray.rays.submission]).toEqual([false, null]);
  });
});
