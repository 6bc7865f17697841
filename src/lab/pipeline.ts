/**
 * Simulates the three schedules of sampling, rewards and training of DeepCoder's release
 * (https://www.together.ai/blog/deepcoder, "System Optimizations for Post-Training").
 */
import { Random } from '../base/random.ts';

/** Duration of each stage of a step, in seconds. */
export interface StageSeconds {
  readonly sampling: number;
  readonly reward: number;
  readonly training: number;
}

export type Stage = keyof StageSeconds;
export const STAGES: readonly Stage[] = ['sampling', 'reward', 'training'];

/**
 * `serial`: one stage after the other, on all GPUs. `minibatch`: a step is split, and a minibatch is trained on
 * while the next one is sampled; the next step starts after the last minibatch. `one-off`: a batch is sampled while
 * the one before is trained on, and each answer is judged as soon as it arrives; samples are one step old.
 */
export const ARRANGEMENTS = ['serial', 'minibatch', 'one-off'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

export interface PipelineRules {
  readonly stages: StageSeconds;
  /** Number of parts into which a step is split for pipelined minibatches, ≥ 1. */
  readonly minibatches: number;
  /** The factor by which sampling takes longer on only a part of the GPUs, ≥ 1. */
  readonly split: number;
  /** Standard deviation of a stage's duration from step to step, as a share of the mean duration. */
  readonly spread: number;
  readonly steps: number;
  readonly seed: number;
}

/** An interval in which a stage is at work. */
export interface Bar {
  readonly stage: Stage;
  /** Number of the step, starting at 1. */
  readonly step: number;
  /** Start, in seconds from the start of the run. */
  readonly from: number;
  readonly to: number;
}

export interface Timetable {
  readonly bars: readonly Bar[];
  /** Seconds until the last step is trained on. */
  readonly seconds: number;
  /** The factor by which this arrangement is faster than `serial`. */
  readonly speedUp: number;
  /** Share of the time in which each stage is at work. */
  readonly busy: Readonly<Record<Stage, number>>;
}

/** Number of portions in which the simulated answers of a step arrive. Real answers arrive one by one. */
const PORTIONS = 16;
/** Minimum duration of a stage, as a share of its mean. */
const MIN_STAGE_SHARE = 0.1;

/** Computes the timetable of every arrangement, over the same steps. */
export function timetables(rules: PipelineRules): Readonly<Record<Arrangement, Timetable>> {
  const steps = stepSeconds(rules);
  const serialSeconds = steps.reduce(
    (sum, { sampling, reward, training }) => sum + sampling + reward + training,
    0,
  );
  const timetableOf = (bars: readonly Bar[]): Timetable => {
    const seconds = Math.max(...bars.map(({ to }) => to));
    const busyShare = (stage: Stage): number =>
      bars.reduce((sum, bar) => sum + (bar.stage === stage ? bar.to - bar.from : 0), 0) / seconds;
    const busy = {
      sampling: busyShare('sampling'),
      reward: busyShare('reward'),
      training: busyShare('training'),
    };
    return { bars, seconds, speedUp: serialSeconds / seconds, busy };
  };
  const splitSteps = steps.map((step) => ({ ...step, sampling: step.sampling * rules.split }));
  return {
    serial: timetableOf(minibatchBars(steps, 1)),
    minibatch: timetableOf(minibatchBars(splitSteps, rules.minibatches)),
    'one-off': timetableOf(oneOff(splitSteps)),
  };
}

function stepSeconds({ stages, spread, steps, seed }: PipelineRules): readonly StageSeconds[] {
  const random = new Random(seed, 'pipeline');
  const drawSeconds = (meanSeconds: number): number =>
    meanSeconds * Math.max(MIN_STAGE_SHARE, 1 + spread * random.normal());
  return Array.from({ length: steps }, () => ({
    sampling: drawSeconds(stages.sampling),
    reward: drawSeconds(stages.reward),
    training: drawSeconds(stages.training),
  }));
}

/**
 * Computes the timetable of `minibatch`. Each step starts after the last one has ended, because it samples from the
 * updated policy.
 */
function minibatchBars(steps: readonly StageSeconds[], minibatches: number): readonly Bar[] {
  let stepStart = 0;
  return steps.flatMap((seconds, at) => {
    const bars: Bar[] = [];
    const addBar = barsOf(bars, at + 1);
    let [samplingEnd, judgingEnd, trainingEnd] = [stepStart, stepStart, stepStart];
    for (let minibatch = 0; minibatch < minibatches; minibatch++) {
      samplingEnd = addBar('sampling', samplingEnd, seconds.sampling / minibatches);
      judgingEnd = addBar('reward', Math.max(samplingEnd, judgingEnd), seconds.reward / minibatches);
      trainingEnd = addBar('training', Math.max(judgingEnd, trainingEnd), seconds.training / minibatches);
    }
    stepStart = trainingEnd;
    return bars;
  });
}

function oneOff(steps: readonly StageSeconds[]): readonly Bar[] {
  /** End times so far: training on the last batch, training on the one before it, sampling, and judging. */
  let [trainingEnd, trainingEndBefore, samplingEnd, judgingEnd] = [0, 0, 0, 0];
  return steps.flatMap((seconds, at) => {
    const bars: Bar[] = [];
    const addBar = barsOf(bars, at + 1);
    samplingEnd = Math.max(samplingEnd, trainingEndBefore);
    for (let portion = 0; portion < PORTIONS; portion++) {
      samplingEnd = addBar('sampling', samplingEnd, seconds.sampling / PORTIONS);
      judgingEnd = addBar('reward', Math.max(samplingEnd, judgingEnd), seconds.reward / PORTIONS);
    }
    trainingEndBefore = trainingEnd;
    trainingEnd = addBar('training', Math.max(judgingEnd, trainingEnd), seconds.training);
    return bars;
  });
}

/**
 * Adds the bars of one step. A bar that begins when the last bar of its stage ends is joined to it.
 * @returns a function that adds a bar and returns the time of its end
 */
function barsOf(bars: Bar[], step: number) {
  return (stage: Stage, start: number, seconds: number): number => {
    const end = start + seconds;
    const lastIndex = bars.findLastIndex((bar) => bar.stage === stage);
    if (lastIndex >= 0 && start - bars[lastIndex]!.to < 1e-9 * end)
      bars[lastIndex] = { ...bars[lastIndex]!, to: end };
    else bars.push({ stage, step, from: start, to: end });
    return end;
  };
}
