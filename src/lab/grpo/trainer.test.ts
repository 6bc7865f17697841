import { describe, expect, it } from 'vitest';
import { fastestMatrices, makeMatrices, type KernelName } from '../kernel/matrices.ts';
import { type StepRow, Trainer } from './trainer.ts';
import type { JudgeBatch } from './grader.ts';
import { GRPO_PLUS, type Settings } from './settings.ts';

/** Rewards programs of certain lengths, which a policy learns quickly. */
const lengthJudge: JudgeBatch = ({ problems, programs }) =>
  Promise.resolve(
    programs.map(({ problem: index, code }) => {
      const problem = problems[index]!;
      const wordCount = code.split(/\s+/).length;
      const testCount = problem.tests.length;
      if (problem.id.endsWith('broken')) return { passed: 0, testsRun: testCount };
      const passed = wordCount % 2 === 0 ? testCount : wordCount % testCount;
      return {
        passed: problem.id.includes('tests') || wordCount % 4 === 0 ? passed : 0,
        testsRun: testCount,
      };
    }),
  );

/** Settings for a run that is small enough to train in a moment. */
const SMALL: Settings = {
  ...GRPO_PLUS,
  reading: { steps: 4, skill: 0.9 },
  prompts: 4,
  groupSize: 8,
  minibatches: 2,
  tests: { count: 3, weak: false, brokenCopies: 0 },
};

interface Run {
  readonly rows: readonly Omit<StepRow, 'seconds'>[];
  readonly trainer: Trainer;
}

async function run(
  switches: Partial<Settings> = {},
  { seed = 1, steps = 3, kernel = 'simd' as KernelName, judge = lengthJudge } = {},
): Promise<Run> {
  const matrices = makeMatrices(kernel)!;
  const trainer = new Trainer({ settings: { ...SMALL, ...switches }, seed, judge, matrices });
  const rows: Omit<StepRow, 'seconds'>[] = [];
  for (let step = 0; step < steps; step++) {
    const { seconds, ...row } = (await trainer.step()).row;
    expect(seconds).toBeGreaterThan(0);
    rows.push(row);
  }
  return { rows, trainer };
}

describe('a run', () => {
  it('depends on the seed, and not on the kernel', async () => {
    const { rows } = await run();
    expect((await run()).rows).toEqual(rows);
    expect((await run({}, { kernel: 'plain' })).rows).toEqual(rows);
    expect((await run({}, { seed: 2 })).rows).not.toEqual(rows);
  });

  it('learns from rewards', async () => {
    const { rows } = await run({ prompts: 16, learningRate: 0.01 }, { steps: 16 });
    const mean = (part: readonly { reward: number | null }[]) =>
      part.reduce((sum, { reward }) => sum + reward! / part.length, 0);
    expect(mean(rows.slice(-4))).toBeGreaterThan(mean(rows.slice(0, 4)) + 0.1);
  });

  it('has rows whose figures fit together', async () => {
    const { rows } = await run();
    rows.forEach((row, at) => {
      expect(row).toMatchObject({ step: at + 1, unjudged: 0, kl: null, tasks: 36 });
      expect(row.reward).toBeGreaterThanOrEqual(row.true_pass_rate!);
      expect(row.reward_std).toBeGreaterThan(0);
      for (const share of [row.frac_reward_zero_std, row.clip_ratio, row.clipped_ratio])
        expect(share >= 0 && share <= 1).toBe(true);
      expect(row.completion_length).toBeLessThanOrEqual(14);
      expect(row.programs_run).toBeLessThanOrEqual(row.programs);
      expect(row.programs).toBeLessThanOrEqual(2 * 4 * 8);
      expect(row.tests_run).toBeGreaterThanOrEqual(row.programs_run);
    });
  });
});

describe('a switch', () => {
  const rowsOf = async (switches: Partial<Settings>) => (await run(switches)).rows;
  const defaultRows = rowsOf({});

  it.each<Partial<Settings>>([
    { reward: 'fractional' },
    { aggregation: 'sequence-mean' },
    { aggregation: 'constant' },
    { advantage: { ...GRPO_PLUS.advantage, scale: 'none' } },
    { advantage: { ...GRPO_PLUS.advantage, scale: 'batch' } },
    { entropyBonus: 0.05 },
    { kl: 0.5 },
    { staleness: 1 },
    { epochs: 2 },
    { minibatches: 1 },
  ])('%o changes the run', async (switches) => {
    expect(await rowsOf(switches)).not.toEqual(await defaultRows);
  });

  it('of what is cut off matters where something is', async () => {
    const shortSettings = { context: [{ from: 1, tokens: 6 }] };
    const runs = await Promise.all(
      (['penalised', 'masked', 'zeroed', 'dropped'] as const).map((overlong) =>
        rowsOf({ ...shortSettings, overlong }),
      ),
    );
    expect(runs[0]![0]!.clipped_ratio).toBeGreaterThan(0);
    expect(new Set(runs.map((rows) => JSON.stringify(rows))).size).toBe(4);
  });

  it('of the clip matters only when samples are gone through twice', async () => {
    const tightSettings = { clipLow: 0.001, clipHigh: 0.001, minibatches: 1 };
    expect((await rowsOf(tightSettings)).map((row) => row.clip_ratio)).toEqual([0, 0, 0]);
    const [first] = await rowsOf({ ...tightSettings, epochs: 2 });
    expect(first!.clip_ratio).toBeGreaterThan(0);
  });

  it('of KL keeps the distance in the rows', async () => {
    const [first, , last] = await rowsOf({ kl: 0.01 });
    expect(first!.kl).toBeGreaterThanOrEqual(0);
    expect(last!.kl).toBeGreaterThan(0);
  });

  it('of the context lengthens it on the way', async () => {
    const rows = await rowsOf({
      context: [
        { from: 1, tokens: 3 },
        { from: 3, tokens: 14 },
      ],
    });
    expect(rows[1]!.completion_length).toBeLessThanOrEqual(3);
    expect(rows[2]!.completion_length).toBeGreaterThan(3);
  });

  it('of staleness learns nothing until samples are old enough', async () => {
    const trainer = new Trainer({
      settings: { ...SMALL, staleness: 1, kl: 0.1 },
      seed: 1,
      judge: lengthJudge,
      matrices: fastestMatrices(),
    });
    expect((await trainer.step()).row.kl).toBe(null);
    expect((await trainer.step()).row.kl).not.toBe(null);
  });

  it('of difficulty sets broken tasks aside', async () => {
    const { rows } = await run(
      {
        tests: { count: 1, weak: false, brokenCopies: 1 },
        prompts: 72,
        difficulty: { window: 8, least: 0.01, most: 1 },
      },
      { steps: 1 },
    );
    expect(rows[0]!.tasks).toBeLessThanOrEqual(36);
  });
});

it('samples on which the judge fails have no reward and no gradient', async () => {
  const failingJudge: JudgeBatch = ({ programs }) =>
    Promise.resolve(programs.map(() => ({ passed: null, testsRun: 0 })));
  const trainer = new Trainer({ settings: SMALL, seed: 1, judge: failingJudge, matrices: fastestMatrices() });
  const { row, groups } = await trainer.step();
  const rollouts = groups.flatMap((group) => group.rollouts);
  const completeRollouts = rollouts.filter(({ truncated }) => !truncated);
  expect(row).toMatchObject({ unjudged: completeRollouts.length, tests_run: 0 });
  expect(completeRollouts.length).toBeGreaterThan(0);
  for (const { reward, isRight } of completeRollouts) expect([reward, isRight]).toEqual([null, null]);
  for (const { reward, isRight } of rollouts.filter(({ truncated }) => truncated))
    expect([reward, isRight]).toEqual([0, false]);
  expect(groups.flatMap(({ credits }) => credits.credits).every(({ advantage }) => advantage === 0)).toBe(
    true,
  );
});
