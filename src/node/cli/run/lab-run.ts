/** A training run of the lab: the policy learns here, the page judges what it writes. */
import { counted, decimal, duration, numberText, percent } from '../../../base/number-words.ts';
import { type StepRow, Trainer } from '../../../lab/grpo/trainer.ts';
import { fastestMatrices } from '../../../lab/kernel/matrices.ts';
import type { Preset } from '../../../lab/presets.ts';
import { labelled } from '../summary/run-facts.ts';
import type { RunOrder } from '../options/sample-options.ts';
import { run } from './run.ts';

export interface LabOrder extends Omit<RunOrder, 'fresh' | 'adopt'> {
  /** Whether an output that holds no rows is replaced. */
  readonly force: boolean;
  readonly preset: Preset;
  readonly seed: number;
  readonly steps: number;
}

/**
 * Trains, and writes a row for each step.
 * @returns the exit code
 * @throws UsageError as `run` does
 */
export function runLab(order: LabOrder): Promise<number> {
  const { preset, seed, steps } = order;
  const rows: StepRow[] = [];
  return run(
    { ...order, fresh: order.force, adopt: false },
    {
      // The policy is not kept, so no later command could go on with it.
      manifest: null,
      total: steps,
      keeps: () => null,
      left: () => steps,
      progress: {
        toDo: (total) => `${counted(total, 'step')} to train`,
        done: 'steps trained',
        soFar: () => figures(rows.at(-1)!),
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
      get lost() {
        const unjudged = rows.reduce((sum, row) => sum + row.unjudged, 0);
        return unjudged === 0 ? null : counted(unjudged, 'sample');
      },
      summary: ({ output }) => summary(order, rows, output),
    },
  );
}

function figures(row: StepRow): string {
  return `reward ${decimal(row.reward)}, true pass rate ${percent(row.true_pass_rate)}`;
}

function summary(
  { preset, seed }: LabOrder,
  rows: readonly StepRow[],
  output: string | null,
): readonly string[] {
  const sum = (name: 'programs' | 'programs_run' | 'tests_run' | 'unjudged') =>
    numberText(rows.reduce((total, row) => total + row[name], 0));
  const [first, last] = [rows[0]!, rows.at(-1)!];
  const unjudged = rows.some((row) => row.unjudged > 0)
    ? `; ${sum('unjudged')} samples could not be judged`
    : '';
  return labelled([
    ['trained', `${preset.name}, seed ${seed}, ${counted(rows.length, 'step')}`],
    ['first step', figures(first)],
    ['last step', figures(last)],
    [
      'judged',
      `${sum('programs_run')} programs for ${sum('programs')} verdicts, ${sum('tests_run')} tests${unjudged}`,
    ],
    ['time', duration(last.seconds * 1000)],
    ...(output === null ? [] : [['rows', output] as const]),
  ]);
}
