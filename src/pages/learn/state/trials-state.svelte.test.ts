import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { TrialsState, type Trial } from './trials-state.svelte.ts';

const trial = (key: string, code: string): Trial => ({
  key,
  problem: problemOf(),
  submission: { kind: 'program', code },
  profile: STANDARD,
  toTheEnd: true,
});
const TWO = [trial('right', 'print(1)'), trial('wrong', 'print(2)')];

describe('trials', () => {
  it('are judged one after the other, each once', async () => {
    const judge = new ScriptedJudge();
    const trials = new TrialsState(judge);
    const run = trials.run(TWO);
    expect([trials.current, trials.left, trials.busy]).toEqual(['right', 2, true]);
    await run;
    expect([...trials.reports].map(([key, { reward }]) => [key, reward])).toEqual([
      ['right', 1],
      ['wrong', 0],
    ]);
    expect([trials.current, trials.left, trials.busy]).toEqual([null, 0, false]);
    await trials.run([...TWO, trial('more', 'print(1)')]);
    expect(judge.codes).toEqual(['print(1)', 'print(2)', 'print(1)']);
  });

  it('keep finished reports when they are stopped, and ignore late ones', async () => {
    const judge = new ScriptedJudge();
    const trials = new TrialsState(judge);
    let open = (): void => undefined;
    judge.gate = new Promise((resolve) => (open = resolve));
    const run = trials.run(TWO);
    trials.stop();
    open();
    await run;
    expect([trials.reports.size, trials.busy]).toEqual([0, false]);
    await trials.run(TWO);
    expect(trials.reports.size).toBe(2);
  });

  it('are judged again after a failure of the judge', async () => {
    const judge = new ScriptedJudge();
    let fails = true;
    const trials = new TrialsState({
      async judge(...given) {
        const report = await judge.judge(...given);
        return fails ? { ...report, verdict: 'judge-error', reward: null } : report;
      },
    });
    await trials.run(TWO);
    expect([trials.reports.size, trials.hasReport('right')]).toEqual([2, false]);
    fails = false;
    await trials.run(TWO);
    expect([judge.codes.length, trials.hasReport('right'), trials.reports.get('wrong')?.reward]).toEqual([
      4,
      true,
      0,
    ]);
  });

  it('report an error of the judge', async () => {
    const trials = new TrialsState(
      Object.assign(new ScriptedJudge(), { judge: () => Promise.reject(new Error('gone')) }),
    );
    await trials.run(TWO);
    expect([trials.trouble, trials.busy]).toEqual(['The judge stopped (gone). Try again.', false]);
  });
});
