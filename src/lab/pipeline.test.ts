import { describe, expect, it } from 'vitest';
import { ARRANGEMENTS, STAGES, timetables, type Bar, type PipelineRules } from './pipeline.ts';

const CODE = { sampling: 1000, reward: 600, training: 400 };
const MATH = { sampling: 1430, reward: 10, training: 560 };
const USUAL: PipelineRules = { stages: CODE, minibatches: 2, split: 1, spread: 0, steps: 100, seed: 1 };

describe('the published speed-ups', () => {
  it('one-off pipelining hides rewards and training of code: 2 times as fast', () => {
    expect(timetables(USUAL)['one-off'].speedUp).toBeCloseTo(2, 1);
    expect(timetables({ ...USUAL, spread: 0.1 })['one-off'].speedUp).toBeCloseTo(2, 1);
  });

  it('of mathematics there is only the training to hide: 1.4 times', () => {
    expect(timetables({ ...USUAL, stages: MATH })['one-off'].speedUp).toBeCloseTo(1.4, 1);
    expect(timetables({ ...USUAL, stages: MATH, spread: 0.1 })['one-off'].speedUp).toBeCloseTo(1.4, 1);
  });

  it('minibatches gain less: the last one spills over', () => {
    const { minibatch, serial } = timetables(USUAL);
    // The first half of a batch passes through all stages. The second half adds only the time of the longest stage.
    expect(minibatch.seconds / 100).toBeCloseTo(1000 + 500, 6);
    expect(serial.seconds / 100).toBeCloseTo(2000, 6);
    expect([serial.speedUp, minibatch.speedUp]).toEqual([1, expect.closeTo(4 / 3, 6)]);
  });
});

describe('a timetable', () => {
  const rules: PipelineRules = {
    ...USUAL,
    stages: { sampling: 300, reward: 500, training: 400 },
    minibatches: 4,
    spread: 0.3,
    steps: 12,
  };
  const ends = (bars: readonly Bar[], stage: string, step: number) =>
    Math.max(...bars.filter((bar) => bar.stage === stage && bar.step === step).map(({ to }) => to));
  const begins = (bars: readonly Bar[], stage: string, step: number) =>
    Math.min(...bars.filter((bar) => bar.stage === stage && bar.step === step).map(({ from }) => from));

  it.each(ARRANGEMENTS)('%s: the same work, in order, and nothing twice at a time', (name) => {
    const { bars } = timetables(rules)[name];
    const work = (of: readonly Bar[], stage: string) =>
      of.reduce((sum, bar) => sum + (bar.stage === stage ? bar.to - bar.from : 0), 0);
    for (const stage of STAGES) {
      expect(work(bars, stage)).toBeCloseTo(work(timetables(rules).serial.bars, stage), 6);
      const stageBars = bars.filter((bar) => bar.stage === stage);
      for (let at = 1; at < stageBars.length; at++)
        expect(stageBars[at]!.from).toBeGreaterThanOrEqual(stageBars[at - 1]!.to - 1e-6);
    }
    for (let step = 1; step <= rules.steps; step++) {
      expect(ends(bars, 'reward', step)).toBeGreaterThanOrEqual(ends(bars, 'sampling', step));
      expect(ends(bars, 'training', step)).toBeGreaterThan(ends(bars, 'reward', step));
    }
  });

  it('samples are as old as their arrangement says, and no older', () => {
    const allTimetables = timetables(rules);
    for (let step = 3; step <= rules.steps; step++) {
      for (const name of ['serial', 'minibatch'] as const)
        expect(begins(allTimetables[name].bars, 'sampling', step)).toBeGreaterThanOrEqual(
          ends(allTimetables[name].bars, 'training', step - 1) - 1e-6,
        );
      const { bars } = allTimetables['one-off'];
      expect(begins(bars, 'sampling', step)).toBeLessThan(ends(bars, 'training', step - 1));
      expect(begins(bars, 'sampling', step)).toBeGreaterThanOrEqual(ends(bars, 'training', step - 2) - 1e-6);
      // Training starts after the whole batch is judged.
      expect(begins(bars, 'training', step)).toBeGreaterThanOrEqual(ends(bars, 'reward', step) - 1e-6);
    }
  });

  it('depends on the seed alone', () => {
    expect(timetables(rules)).toEqual(timetables(rules));
    expect(timetables({ ...rules, seed: 2 }).serial.seconds).not.toBe(timetables(rules).serial.seconds);
  });

  it('gains nothing where fewer GPUs sample twice as long', () => {
    expect(timetables({ ...USUAL, stages: MATH, split: 2 })['one-off'].speedUp).toBeLessThan(1);
    expect(timetables({ ...USUAL, stages: MATH, split: 2 }).serial.speedUp).toBe(1);
  });

  it('says for how much of the time each stage is at work', () => {
    const { serial, 'one-off': oneOff } = timetables(USUAL);
    expect(serial.busy).toEqual({
      sampling: expect.closeTo(0.5, 6),
      reward: expect.closeTo(0.3, 6),
      training: expect.closeTo(0.2, 6),
    });
    expect(oneOff.busy.sampling).toBeGreaterThan(0.98);
  });
});
