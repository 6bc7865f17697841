/** The film: a short run of the lab, in whose frames every program can be opened. */
import type { Problem } from '../../../domain/problem.ts';
import { makeTasks, WORDS } from '../../../lab/tasks/tasks.ts';
import { CHARTS, type ChartSpec } from '../lab/curves.ts';
import { orderedSettings, readOrder, type LabOrder } from '../state/lab-order.ts';

/** The run on the list of places. */
export const FILM_ORDER: LabOrder = readOrder('preset=small&seeds=1');

const FIRST_COUNT = WORDS.length / 2;
/** Words of the prompts: a prompt is a word of `AFTERWARDS` and a word of `COMPUTED`. */
export const COMPUTED: readonly string[] = WORDS.slice(0, FIRST_COUNT);
export const AFTERWARDS: readonly string[] = WORDS.slice(FIRST_COUNT);

/** Returns the problem whose tests decide the reward of a prompt. */
export function trainingProblem(order: LabOrder, taskName: string): Problem {
  return makeTasks(orderedSettings(order).tests).find(({ name }) => name === taskName)!.trainingProblem;
}

/** Formats the input of a test as a call. */
export function callText(input: string): string {
  return `f(${input.slice(1, -1).replace(/,\s*/, ', ')})`;
}

/** A comparison of two runs of the same seed that shows what a lesson is about. */
interface Stop {
  /** The difference between the runs, in whole sentences. */
  readonly says: string;
  /** Names of the runs, and their settings in the address of the lab. */
  readonly runs: readonly (readonly [name: string, settings: string])[];
  readonly chart: ChartSpec;
}

const chartTitled = (title: string): ChartSpec => CHARTS.find((chart) => chart.title === title)!;

/** The stops of the film, by lesson. */
export const STOPS: Readonly<Record<string, Stop>> = {
  'one-bit': {
    says: 'The same policy learns twice, paid by one bit, and paid by the share of the tests that pass.',
    runs: [
      ['one bit', ''],
      ['share of the tests', '&reward=fractional'],
    ],
    chart: chartTitled('Reward and true pass rate'),
  },
  truncation: {
    says: 'A program may have 6 tokens, and 14 from step 21 on. Once, cut programs are left out of the loss (masked); once, they count as wrong (penalised).',
    runs: [
      ['masked', '&context=6,14@21'],
      ['penalised', '&context=6,14@21&overlong=penalised'],
    ],
    chart: chartTitled('Program length'),
  },
  advantages: {
    says: 'Once, the difference from the mean of the group is divided by σ, so that a rare success is a strong push. Once, it is not divided.',
    runs: [
      ['(reward − mean) / σ', ''],
      ['reward − mean', '&scale=none'],
    ],
    chart: chartTitled('Reward and true pass rate'),
  },
  'no-variance': {
    says: 'Each step has 36 groups. In groups of 2, both rewards are rare, so most groups teach nothing.',
    runs: [
      ['groups of 8', ''],
      ['groups of 2', '&group=2'],
    ],
    chart: chartTitled('Groups with equal rewards'),
  },
};

export function stopOrder(settings: string): LabOrder {
  return readOrder(`preset=small&seeds=1${settings}`);
}
