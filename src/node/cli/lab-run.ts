/** A training run of the lab: the policy learns here, the page judges what it writes. */
import { counted, decimal, duration, numberText, percent } from '../../base/number-words.ts';
import { fastestMatrices } from '../../lab/kernel/kernels.ts';
import { Trainer } from '../../lab/grpo/trainer.ts';
import type { Preset } from '../../lab/presets.ts';
import type { StepRow } from '../../lab/grpo/step-row.ts';
import type { BrowserName } from './browser-names.ts';
import { Interrupted, listenForInterruption } from './interruption.ts';
import { batchOf } from '../../lab/grpo/batch.ts';
import { LineOutput } from './output-file.ts';
import { BROKEN_OFF, PageFailure } from './page-failure.ts';
import { labelled } from './summary/run-facts.ts';
import { shownText } from './text/shown-text.ts';

export interface LabOrder {
  readonly preset: Preset;
  readonly seed: number;
  readonly steps: number;
  /** Programs judged at once. */
  readonly workers: number;
  readonly browser: BrowserName;
  readonly quiet: boolean;
  /** Null for standard output. */
  readonly output: string | null;
}

/** Seconds between two words about how far it is. */
const BEAT = 10;

/**
 * Trains, and writes a row for each step.
 * @returns the exit code, as `help.ts` has them
 * @throws UsageError when the output cannot be written
 */
export async function runLab(order: LabOrder): Promise<number> {
  const { preset, seed, steps, quiet } = order;
  const output = await LineOutput.open(order.output);
  const interruption = listenForInterruption();
  const rows: StepRow[] = [];
  const beat = new Beat(quiet);
  try {
    // Loaded late: a wrong option is refused without waiting for a bundler and a browser driver.
    const { openJudgingPage } = await import('./built-page.ts');
    const leave = Promise.race([interruption.asked, output.failed]);
    const page = await openJudgingPage({ workers: order.workers }, order.browser, leave);
    try {
      const trainer = new Trainer({
        settings: preset.settings,
        seed,
        judge: (asks) => page.judge(batchOf(asks)),
        matrices: fastestMatrices(),
      });
      for (let step = 1; step <= steps; step++) {
        const { row } = await trainer.step();
        rows.push(row);
        output.write({ preset: preset.name, seed, ...row });
        beat.say(`step ${step} of ${steps}, ${figures(row)}`);
      }
    } finally {
      await page.close();
    }
    await output.commit();
  } catch (error) {
    if (!(error instanceof Interrupted || error instanceof PageFailure)) {
      output.discard();
      throw error;
    }
    const part = await output.keepPart();
    const why = error instanceof Interrupted ? 'interrupted' : `allpass: ${shownText(error.message)}`;
    const kept = part === null ? '' : `, their rows are in ${shownText(part)}`;
    process.stderr.write(`${why}: ${rows.length} of ${counted(steps, 'step')} were made${kept}\n`);
    return error instanceof Interrupted ? error.exitCode : BROKEN_OFF;
  } finally {
    interruption.end();
  }
  const unjudged = rows.reduce((sum, row) => sum + row.unjudged, 0);
  if (!quiet) process.stderr.write(`${summary(order, rows).map(shownText).join('\n')}\n`);
  else if (unjudged > 0)
    process.stderr.write(`allpass: ${counted(unjudged, 'sample')} could not be judged\n`);
  return unjudged > 0 ? 1 : 0;
}

function figures(row: StepRow): string {
  return `reward ${decimal(row.reward)}, true pass rate ${percent(row.true_pass_rate)}`;
}

function summary({ preset, seed, output }: LabOrder, rows: readonly StepRow[]): readonly string[] {
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
    ['time', duration(last.seconds)],
    ...(output === null ? [] : [['rows', output] as const]),
  ]);
}

/** Says now and then how far it is, so that a silent command is a dead one. */
class Beat {
  readonly #quiet: boolean;
  #last = performance.now();

  constructor(quiet: boolean) {
    this.#quiet = quiet;
  }

  say(words: string): void {
    if (this.#quiet || performance.now() - this.#last < BEAT * 1000) return;
    this.#last = performance.now();
    process.stderr.write(`allpass: ${words}\n`);
  }
}
