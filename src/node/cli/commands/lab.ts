/** `allpass lab`: trains the toy policy on rewards from the page that judges, or lists the presets. */
import { counted, decimal, duration, numberText, percent } from '../../../base/number-words.ts';
import { type StepRow, Trainer } from '../../../lab/grpo/trainer.ts';
import { fastestMatrices } from '../../../lab/kernel/matrices.ts';
import { LAB_SCALE, type Preset, PRESETS } from '../../../lab/presets.ts';
import { countOption, flag, FORCE, requiredOption, value } from '../options/options.ts';
import { BROWSER, pageSettings, WORKERS_HELP, YES } from '../options/page-options.ts';
import type { CommandOrder } from '../options/sample-options.ts';
import { run } from '../run/run.ts';
import { labelledLines } from '../summary/run-facts.ts';
import { definitions } from '../text/columns.ts';
import { didYouMean, UsageError } from '../text/messages.ts';
import { command } from './command.ts';

const SEEDS = { least: 0, most: 2 ** 31 - 1 };
const STEPS = { least: 1, most: 10_000 };

/** The fields of the rows that `lab` writes. */
const STEP_ROW = [
  ['preset, seed, step', 'the preset, its seed, and the step, from 1'],
  ['reward', 'mean of the step’s samples, as the training tests give it; null where the judge failed on all'],
  ['true_pass_rate', 'share of the samples that do what their prompt asks, by 30 tests that give no reward'],
  ['reward_std', 'mean over the groups of the standard deviation of their rewards'],
  ['frac_reward_zero_std', 'share of the groups whose rewards are all the same: they teach nothing'],
  ['entropy', 'entropy of the next token, in nats'],
  ['kl', 'KL divergence from the base policy per token, in nats; null without one'],
  ['clip_ratio', 'share of the tokens learned from whose gradient was clipped'],
  ['completion_length', 'mean tokens per program'],
  ['clipped_ratio', 'share of the samples truncated at the end of the context'],
  ['tasks', 'tasks left by the difficulty filter'],
  ['programs', 'required verdicts: one for the reward, plus one for the held-out tests'],
  ['programs_run, tests_run', 'programs and tests that the judge ran; equal programs run once'],
  ['unjudged', 'samples without a reward: the judge failed on them'],
  ['seconds', 'seconds since the start; the only figure that differs between equal runs'],
] as const;

export const LAB = command({
  name: 'lab',
  about: 'train a toy policy that writes small programs, rewarded by the judge',
  help: {
    usage: 'lab --preset NAME [--seed N] [--steps K] [-o CURVE.jsonl] [OPTION…]\n       allpass lab --list',
    about: 'Trains a small policy by GRPO on rewards of the real judge. Writes one row per step.',
    notes: [`Scale\n${definitions({ '': LAB_SCALE })}`, `Rows\n${definitions(STEP_ROW)}`],
    examples: [
      'lab --list',
      'lab --preset grpo-plus -o curve.jsonl',
      'lab --preset few-tests --seed 2 --steps 40 | tail -1',
    ],
  },
  options: {
    list: flag('list the presets with descriptions and sources; nothing runs'),
    preset: value('NAME', 'the training preset'),
    seed: value('N', 'the same seed gives the same run (default: 1)', { default: '1' }),
    steps: value('K', 'instead of the preset’s own number of steps'),
    workers: value('N', `${WORKERS_HELP} (default: cores; training waits while they judge)`),
    browser: BROWSER,
    yes: YES,
    output: value('FILE', 'file for the rows (default: standard output), written when complete', {
      short: 'o',
    }),
    force: FORCE,
    quiet: flag('no progress and no summary on standard error; errors still appear', 'q'),
  },
  async run(values) {
    if (values.list) {
      process.stdout.write(`${listOfPresets()}\n`);
      return 0;
    }
    const preset = presetOption(requiredOption('--preset', values.preset));
    return runLab({
      preset,
      seed: countOption('--seed', values.seed, SEEDS)!,
      steps: countOption('--steps', values.steps, STEPS) ?? preset.settings.steps,
      ...pageSettings(values, 0),
      quiet: values.quiet,
      output: values.output ?? null,
      force: values.force,
    });
  },
});

function presetOption(name: string): Preset {
  const preset = PRESETS.find((candidate) => candidate.name === name);
  if (preset !== undefined) return preset;
  const names = PRESETS.map((preset) => preset.name);
  throw new UsageError(
    `--preset ${name}: there is none of this name${didYouMean(name, names)}; allpass lab --list`,
  );
}

function listOfPresets(): string {
  const presets = PRESETS.map(({ name, against, title, says, effect, source, settings: { steps } }) => {
    const compareHint = against === null ? '' : ` Compare it with ${against}.`;
    return `${name}  ${title}, ${steps} steps\n${definitions([
      ['', `${says} ${effect}${compareHint}`],
      ['', `Source: ${source}.`],
    ])}`;
  });
  return [...presets, LAB_SCALE].join('\n\n');
}

interface LabCommand extends Omit<CommandOrder, 'fresh' | 'adopt'> {
  /** Whether to replace an output file even if its rows are not from this command. */
  readonly force: boolean;
  readonly preset: Preset;
  readonly seed: number;
  readonly steps: number;
}

/**
 * Trains the policy, and writes a row for each step.
 * @returns the exit code
 * @throws UsageError as `run` does
 */
function runLab(order: LabCommand): Promise<number> {
  const { preset, seed, steps } = order;
  const rows: StepRow[] = [];
  return run(
    { ...order, fresh: order.force, adopt: false },
    {
      // The policy is not stored, so no later command could resume.
      manifest: null,
      total: steps,
      placeOfLine: () => null,
      remaining: () => steps,
      progress: {
        toDo: (total) => `${counted(total, 'step')} to train`,
        done: 'steps trained',
        soFar: () => stepText(rows.at(-1)!),
      },
      async run({ output, progress, openPage }) {
        const page = await openPage();
        const trainer = new Trainer({
          settings: preset.settings,
          seed,
          judge: async (batch) => (await page.judge({ task: 'batch', ...batch })).results,
          matrices: fastestMatrices(),
        });
        try {
          for (let step = 0; step < steps; step++) {
            const { row } = await trainer.step();
            rows.push(row);
            output.put(step, { preset: preset.name, seed, ...row });
            progress.finish(step);
          }
        } finally {
          await page.close();
        }
        return null;
      },
      early: {
        done: (count) => `${count} of ${counted(steps, 'step')} were made`,
        rows: 'their rows are',
      },
      get unjudgedText() {
        const unjudgedCount = rows.reduce((sum, row) => sum + row.unjudged, 0);
        return unjudgedCount === 0 ? null : counted(unjudgedCount, 'sample');
      },
      summary: ({ output }) => summaryLines(order, rows, output),
    },
  );
}

function stepText(row: StepRow): string {
  return `reward ${decimal(row.reward)}, true pass rate ${percent(row.true_pass_rate)}`;
}

function summaryLines(
  { preset, seed }: LabCommand,
  rows: readonly StepRow[],
  output: string | null,
): readonly string[] {
  const sum = (name: 'programs' | 'programs_run' | 'tests_run' | 'unjudged') =>
    numberText(rows.reduce((total, row) => total + row[name], 0));
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const unjudgedText = rows.some((row) => row.unjudged > 0)
    ? `; ${sum('unjudged')} samples could not be judged`
    : '';
  return labelledLines([
    ['trained', `${preset.name}, seed ${seed}, ${counted(rows.length, 'step')}`],
    ['first step', stepText(first)],
    ['last step', stepText(last)],
    [
      'judged',
      `${sum('programs_run')} programs for ${sum('programs')} verdicts, ${sum('tests_run')} tests${unjudgedText}`,
    ],
    ['time', duration(last.seconds * 1000)],
    ...(output === null ? [] : [['rows', output] as const]),
  ]);
}
