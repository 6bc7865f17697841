/**
 * Measures the training time of the lab, and checks that its presets have the described effects, on rewards of the real
 * judge.
 */
import { availableParallelism } from 'node:os';
import { Grader, type JudgeBatch } from '../../src/lab/grpo/grader.ts';
import { type StepRow, Trainer } from '../../src/lab/grpo/trainer.ts';
import { fastestMatrices } from '../../src/lab/kernel/matrices.ts';
import { PRESETS, type Preset } from '../../src/lab/presets.ts';
import { openPage } from '../../src/node/cli/page/built-page.ts';
import { type Figures, rounded } from './figures.ts';
import { timedCommand } from './programs.ts';

const STEPS = 40;

/** Returns the figures of GRPO+ with seed 1 from the last row of the command. They do not include its start. */
export async function labStepFigures(): Promise<Figures> {
  const { rows } = await timedCommand([
    'lab',
    ...['--preset', 'grpo-plus', '--seed', '1', '--steps', String(STEPS)],
  ]);
  return { lab_40_steps_s: rounded(Number(rows.at(-1)?.['seconds'])) };
}

const SEEDS = [1, 2, 3];
/** Number of steps at the end of a run whose mean is used. */
const END = 10;

const FIGURES = [
  'reward',
  'true_pass_rate',
  'frac_reward_zero_std',
  'entropy',
  'completion_length',
  'clipped_ratio',
  'clip_ratio',
  'tasks',
] as const;
/** Mean figures at the end of a run. */
type Ending = Readonly<Record<(typeof FIGURES)[number], number>>;

/**
 * The required ending of a preset. It may depend on the ending of the preset that it is compared with, of the same
 * seed.
 */
const EFFECTS: Readonly<
  Record<string, readonly [says: string, holds: (own: Ending, other: Ending) => boolean]>
> = {
  'grpo-plus': [
    'a third or more is right, and most groups have one reward only',
    (own) => own.true_pass_rate >= 1 / 3 && own.frac_reward_zero_std >= 0.5,
  ],
  'few-tests': [
    'the reward is 0.7 or more, and at most a tenth is right',
    (own) => own.reward >= 0.7 && own.true_pass_rate <= 0.1,
  ],
  fractional: [
    'less is right than with one bit, by 0.05 or more',
    (own, other) => own.true_pass_rate <= other.true_pass_rate - 0.05,
  ],
  'broken-tasks': [
    'less is right than without them, by 0.05 or more',
    (own, other) => own.true_pass_rate <= other.true_pass_rate - 0.05,
  ],
  'broken-tasks-filtered': [
    'no more than the sound tasks are left, and nine tenths of the samples are right',
    (own) => own.tasks <= 36 && own.true_pass_rate >= 0.9,
  ],
  'truncation-masked': [
    'programs have at most 7 tokens in a context of 14',
    (own) => own.completion_length <= 7,
  ],
  'truncation-penalised': [
    'programs have at most 6 tokens in a context of 14',
    (own) => own.completion_length <= 6,
  ],
  'truncation-dropped': [
    'more than half are cut off, and at most 0.2 is right',
    (own) => own.clipped_ratio > 0.5 && own.true_pass_rate <= 0.2,
  ],
  'entropy-bonus': [
    'the entropy is 2.5 or more, and next to nothing is right',
    (own) => own.entropy >= 2.5 && own.true_pass_rate <= 0.05,
  ],
  'weak-tests': [
    'the reward is above what is right by 0.2 or more',
    (own) => own.reward >= own.true_pass_rate + 0.2,
  ],
  stale: [
    'no less is right than without, give or take 0.15',
    (own, other) => own.true_pass_rate >= other.true_pass_rate - 0.15,
  ],
  small: ['more than half is right', (own) => own.true_pass_rate > 0.5],
  'clip-high': [
    'some tokens are clipped, at most a tenth',
    (own) => own.clip_ratio > 0 && own.clip_ratio <= 0.1,
  ],
};

export async function labFigures() {
  const page = await openPage({ workers: availableParallelism() });
  try {
    // A program that one run has judged is not judged again for the next run.
    const shared = new Grader(async (batch) => (await page.judge({ task: 'batch', ...batch })).results);
    const effects = await labEffects(async ({ problems, programs }) => {
      const asks = programs.map(({ problem, code, eachTest }) => {
        return { problem: problems[problem]!, program: code, eachTest };
      });
      return (await shared.passedCounts(asks)).map((passed) => ({ passed, testsRun: 0 }));
    });
    return { lab_effects: effects, lab_programs: shared.programsRun, lab_tests: shared.testsRun };
  } finally {
    await page.close();
  }
}

/** Prints the results on standard error as they arrive, because the whole check takes many minutes. */
async function labEffects(judge: JudgeBatch) {
  const endings = new Map<string, readonly Ending[]>();
  const effects = [];
  for (const preset of PRESETS) {
    const runs: (readonly StepRow[])[] = [];
    for (const seed of SEEDS) runs.push(await curve(preset, seed, judge));
    const own = runs.map(endingOf);
    endings.set(preset.name, own);
    const [says, holds] = EFFECTS[preset.name]!;
    const others = endings.get(preset.against ?? preset.name)!;
    const held = own.filter((ending, at) => holds(ending, others[at]!)).length;
    const seconds = runs.map((rows) => rounded(rows.at(-1)!.seconds, 3));
    effects.push({ preset: preset.name, says, held, seeds: SEEDS.length, seconds, endings: own });
    process.stderr.write(`${preset.name}: ${says}: ${held} of ${SEEDS.length} seeds\n`);
  }
  return effects;
}

async function curve(preset: Preset, seed: number, judge: JudgeBatch): Promise<readonly StepRow[]> {
  const trainer = new Trainer({ settings: preset.settings, seed, judge, matrices: fastestMatrices() });
  const rows: StepRow[] = [];
  while (rows.length < preset.settings.steps) rows.push((await trainer.step()).row);
  return rows;
}

function endingOf(rows: readonly StepRow[]): Ending {
  const last = rows.slice(-END);
  const means = FIGURES.map((figure) => {
    // With several updates per sample, clipping occurs mainly at the beginning, so all rows count for this figure.
    const counted = figure === 'clip_ratio' ? rows : last;
    return [
      figure,
      rounded(
        counted.reduce((sum, row) => sum + (row[figure] ?? 0) / counted.length, 0),
        3,
      ),
    ];
  });
  return Object.fromEntries(means) as Ending;
}
