import { describe, expect, it } from 'vitest';
import { toyBundleJudge } from '../../../../tests/builders/toy-judge.ts';
import { LabHost } from '../../../lab/lab-host.ts';
import { readOrder } from './lab-order.ts';
import { LabState, type StartTraining } from './lab-state.svelte.ts';

/** Runs the host of the worker in this thread. */
const inThisThread: StartTraining = (settings, seed, judgeBatch) => {
  const host = new LabHost();
  let begun: Promise<void> | undefined;
  const small = { ...settings, reading: { steps: 4, skill: 0.9 } };
  return {
    step: async (own) => {
      await (begun ??= host.begin(small, seed, judgeBatch));
      return host.step(own);
    },
    close: () => (closed += 1),
  };
};
let closed = 0;

const order = readOrder('steps=3&seeds=2&group=4&prompts=4&seed=7');

function stage(startTraining: StartTraining = inThisThread) {
  closed = 0;
  let clock = 0;
  return new LabState({ judge: toyBundleJudge, startTraining, workers: 1, now: () => (clock += 1000) });
}

const rowsOf = (lab: LabState) =>
  lab.runs.map(({ seed, steps }) => ({ seed, rows: steps.map(({ row: { seconds: _, ...row } }) => row) }));

describe('a run of the lab', () => {
  it('trains the seeds one after the other, and counts the judged programs and tests', async () => {
    const lab = stage();
    await lab.start(order);
    expect(lab.phase).toBe('done');
    expect(rowsOf(lab).map(({ seed, rows }) => [seed, rows.length])).toEqual([
      [7, 3],
      [8, 3],
    ]);
    expect([lab.stepsMade, lab.stepsInAll, closed]).toEqual([6, 6, 2]);
    const { programs, programsRun, testsRun, unjudged } = lab.totals;
    expect(programs).toBeGreaterThanOrEqual(programsRun);
    expect(testsRun).toBeGreaterThan(programsRun);
    expect(unjudged).toBe(0);
  });

  it('is reproducible, whether it runs at once or step by step', async () => {
    const lab = stage();
    await lab.start(order);
    const once = rowsOf(lab);
    await lab.start(order, 1);
    expect([lab.phase, lab.stepsMade]).toEqual(['paused', 1]);
    while (lab.phase === 'paused') await lab.goOn(1);
    expect(rowsOf(lab)).toEqual(once);
    expect(lab.previous?.order).toBe(order);
    await lab.start({ ...order, seed: 9 });
    expect(lab.previous?.runs.map(({ seed, steps }) => [seed, steps.length])).toEqual([
      [7, 3],
      [8, 3],
    ]);
    expect(rowsOf(lab)).not.toEqual(once);
  });

  it('pauses after the step in progress, and resumes from there', async () => {
    const lab = stage();
    const run = lab.start(order);
    lab.pause();
    await run;
    expect([lab.phase, lab.stepsMade]).toEqual(['paused', 1]);
    await lab.goOn();
    expect([lab.phase, lab.stepsMade]).toEqual(['done', 6]);
  });

  it('estimates the remaining time from its pace', async () => {
    const seen: (number | null)[] = [];
    const lab = stage((...asked) => {
      const training = inThisThread(...asked);
      return { ...training, step: (own) => (seen.push(lab.secondsLeft), training.step(own)) };
    });
    await lab.start(order);
    expect(seen).toEqual([null, null, 4, 3, 2, 1]);
    expect(lab.secondsLeft).toBe(null);
  });

  it('reports an error, keeps its steps, and can be restarted', async () => {
    let remaining = 2;
    const lab = stage((...asked) => {
      const training = inThisThread(...asked);
      return {
        ...training,
        step: (own) => (remaining-- > 0 ? training.step(own) : Promise.reject(new Error('the worker died'))),
      };
    });
    await lab.start(order);
    expect([lab.phase, lab.stepsMade, closed]).toEqual(['broken', 2, 1]);
    expect(lab.trouble).toMatch(/the worker died.*Start it again/);
    remaining = 100;
    await lab.start(order);
    expect([lab.phase, lab.trouble]).toEqual(['done', null]);
  });

  it('ends at once when it is cleared, and ignores the step in progress', async () => {
    const lab = stage();
    const run = lab.start(order);
    lab.clear();
    await run;
    expect([lab.phase, lab.runs, closed]).toEqual(['none', [], 1]);
  });

  it('ends at once when it is stopped, and keeps its steps', async () => {
    const lab = stage();
    await lab.start(order, 2);
    const run = lab.goOn();
    expect(lab.isPausing).toBe(false);
    lab.stop();
    await run;
    expect([lab.phase, lab.stepsMade, lab.busy, closed]).toEqual(['stopped', 2, false, 1]);
    await lab.goOn();
    expect(lab.phase).toBe('stopped');
    await lab.start(order);
    expect([lab.phase, lab.stepsMade]).toEqual(['done', 6]);
  });

  it('is stale after a change of a switch', async () => {
    const lab = stage();
    expect(lab.isStale(order)).toBe(false);
    await lab.start(order, 1);
    expect(lab.isStale(order)).toBe(false);
    expect(lab.isStale({ ...order, seeds: 3 })).toBe(true);
    expect(lab.isStale({ ...order, switches: { ...order.switches, kl: 0.1 } })).toBe(true);
  });
});
