/**
 * Trains a policy by group relative policy optimisation (GRPO), one step at a time. The caller supplies the
 * function that judges the programs.
 */
import type { Matrices } from '../kernel/matrices.ts';
import { Adam } from '../policy/adam.ts';
import { Policy, type Sampled } from '../policy/policy.ts';
import { pretrain } from '../policy/pretraining.ts';
import { Random } from '../../base/random.ts';
import { makeTasks, type OwnTests, type Task, withOwnTests } from '../tasks/tasks.ts';
import { programOf } from '../tasks/vocabulary.ts';
import { creditsOfGroups, meanOf, type Credit, type GroupCredits } from './advantages.ts';
import { Grader, type JudgeBatch } from './grader.ts';
import { sampleLoss, tokenWeights } from './loss.ts';
import { contextAt, type Settings } from './settings.ts';
import { TaskPool } from './task-pool.ts';

/** A sampled program with its reward. */
export interface Rollout extends Sampled {
  readonly program: string;
  /** The reward; null if the judge failed. */
  readonly reward: number | null;
  /** Whether the program is right; null if the judge failed. */
  readonly isRight: boolean | null;
}

export interface Group {
  readonly task: Task;
  readonly rollouts: readonly Rollout[];
  readonly credits: GroupCredits;
}

export interface Step {
  readonly row: StepRow;
  /** The samples of this step. With staleness, the policy learned from the samples of an earlier step. */
  readonly groups: readonly Group[];
  /** For each sample of the groups, in order, the logarithms of its tokens' probabilities after this step. */
  readonly logsAfter: readonly Float64Array[];
}

interface Learned {
  readonly tokens: number;
  readonly clippedTokens: number;
  readonly kl: number;
}

export class Trainer {
  readonly #settings: Settings;
  readonly #tasks: readonly Task[];
  readonly #startTime = performance.now();
  readonly #policy: Policy;
  /** The base policy; null if the KL term is disabled. */
  readonly #base: Policy | null;
  readonly #adam: Adam;
  readonly #grader: Grader;
  readonly #pool: TaskPool;
  readonly #random: Random;
  readonly #queue: { readonly groups: readonly Group[]; readonly context: number }[] = [];
  #step = 0;

  /** Creates the base policy, which takes seconds. */
  constructor({
    settings,
    seed,
    judge,
    matrices,
  }: {
    readonly settings: Settings;
    readonly seed: number;
    readonly judge: JudgeBatch;
    readonly matrices: Matrices;
  }) {
    const tasks = makeTasks(settings.tests);
    this.#settings = settings;
    this.#tasks = tasks;
    this.#policy = new Policy(matrices);
    pretrain(this.#policy, tasks, seed, settings.reading);
    this.#base = settings.kl === 0 ? null : new Policy(matrices);
    this.#base?.weights.set(this.#policy.weights);
    this.#adam = new Adam(this.#policy.weights.length);
    this.#grader = new Grader(judge);
    this.#pool = new TaskPool(tasks, settings.difficulty, new Random(seed, 'tasks'));
    this.#random = new Random(seed, 'sampling');
  }

  /**
   * Samples programs, sends them to the judge, and updates the policy.
   * @param own the only task of this step, with the tests that decide its rewards; null for the tasks of the settings
   */
  async step(own: OwnTests | null = null): Promise<Step> {
    this.#step += 1;
    const { staleness } = this.#settings;
    const context = contextAt(this.#settings, this.#step);
    const { askCount, programsRun, testsRun } = this.#grader;
    const groups = await this.#rollOut(context, own);
    this.#queue.push({ groups, context });
    const dueBatch = this.#queue.length > staleness ? this.#queue.shift() : undefined;
    const update =
      dueBatch === undefined
        ? { tokens: 0, clippedTokens: 0, kl: 0 }
        : this.#learn(dueBatch.groups, dueBatch.context);
    const row: StepRow = {
      step: this.#step,
      ...figuresOf(groups),
      kl: this.#base === null || update.tokens === 0 ? null : update.kl / update.tokens,
      clip_ratio: update.tokens === 0 ? 0 : update.clippedTokens / update.tokens,
      tasks: this.#pool.size,
      programs: this.#grader.askCount - askCount,
      programs_run: this.#grader.programsRun - programsRun,
      tests_run: this.#grader.testsRun - testsRun,
      seconds: (performance.now() - this.#startTime) / 1000,
    };
    const logsAfter = this.#policy.logs(groups.flatMap(({ rollouts }) => rollouts));
    return { row, groups, logsAfter };
  }

  async #rollOut(context: number, own: OwnTests | null): Promise<readonly Group[]> {
    const { prompts, groupSize, advantage, overlong } = this.#settings;
    const tasks =
      own === null
        ? this.#pool.draw(prompts)
        : Array.from({ length: prompts }, () => withOwnTests(this.#tasks, own));
    const promptWords = tasks.flatMap((task) => Array.from({ length: groupSize }, () => task.words));
    const sampledPrograms = this.#policy.sample(promptWords, context, this.#random);
    const rollouts = await this.#withRewards(
      sampledPrograms.map((sample, at) => ({ task: tasks[Math.floor(at / groupSize)]!, sample })),
    );
    const groups = tasks.map((_, at) => rollouts.slice(at * groupSize, (at + 1) * groupSize));
    const credits = creditsOfGroups(groups, advantage, overlong);
    tasks.forEach((task, at) => this.#pool.note(task, groups[at]!));
    return tasks.map((task, at) => ({ task, rollouts: groups[at]!, credits: credits[at]! }));
  }

  /** Adds the rewards to the samples. A truncated program is not judged, and its reward is 0. */
  async #withRewards(samples: readonly { task: Task; sample: Sampled }[]): Promise<readonly Rollout[]> {
    const eachTest = this.#settings.reward === 'fractional';
    const programs = samples.map(({ sample }) => programOf(sample.tokens.slice(0, -1)));
    const completeIndices = samples.flatMap(({ sample }, at) => (sample.truncated ? [] : [at]));
    const passedInTraining = await this.#passedCounts(completeIndices, (at) => ({
      problem: samples[at]!.task.trainingProblem,
      program: programs[at]!,
      eachTest,
    }));
    // A program that fails correct tests is not right. Tests that contradict each other show nothing about a
    // program.
    const possiblyRight = completeIndices.filter((at) => {
      const { isBroken, trainingProblem } = samples[at]!.task;
      return isBroken || passedInTraining.get(at) === trainingProblem.tests.length;
    });
    const passedInTruth = await this.#passedCounts(possiblyRight, (at) => ({
      problem: samples[at]!.task.truthProblem,
      program: programs[at]!,
      eachTest: false,
    }));
    return samples.map(({ task, sample }, at): Rollout => {
      const passedCount = sample.truncated ? 0 : passedInTraining.get(at)!;
      const truthCount = passedInTruth.get(at);
      return {
        ...sample,
        program: programs[at]!,
        reward: passedCount === null ? null : this.#rewardOf(passedCount, task.trainingProblem.tests.length),
        isRight:
          truthCount === null || passedCount === null ? null : truthCount === task.truthProblem.tests.length,
      };
    });
  }

  /** Returns the results of the judge by index of the sample. */
  async #passedCounts(
    sampleIndices: readonly number[],
    askAt: (sampleIndex: number) => Parameters<Grader['passedCounts']>[0][number],
  ): Promise<ReadonlyMap<number, number | null>> {
    const passedCounts = await this.#grader.passedCounts(sampleIndices.map(askAt));
    return new Map(sampleIndices.map((sampleIndex, at) => [sampleIndex, passedCounts[at]!]));
  }

  #rewardOf(passedCount: number, testCount: number): number {
    return this.#settings.reward === 'fractional'
      ? passedCount / testCount
      : Number(passedCount === testCount);
  }

  #learn(groups: readonly Group[], context: number): Learned {
    const { epochs, minibatches } = this.#settings;
    let [tokens, clipped, kl] = [0, 0, 0];
    for (let epoch = 0; epoch < epochs; epoch++) {
      for (let minibatch = 0; minibatch < minibatches; minibatch++) {
        const update = this.#update(
          groups.filter((_, at) => at % minibatches === minibatch),
          context,
        );
        tokens += update.tokens;
        clipped += update.clippedTokens;
        kl += update.kl;
      }
    }
    return { tokens, clippedTokens: clipped, kl };
  }

  /** Updates the weights once, unless no sample has a gradient. */
  #update(groups: readonly Group[], context: number): Learned {
    const { aggregation, entropyBonus, learningRate } = this.#settings;
    const samples = groups
      .flatMap(({ rollouts, credits }) =>
        rollouts.map((rollout, at) => withCredit(rollout, credits.credits[at]!)),
      )
      .filter(({ inStatistics }) => inStatistics);
    const weights = tokenWeights(
      samples.map(({ rollout, inLoss }) => ({ length: rollout.tokens.length, inLoss })),
      aggregation,
      context,
    );
    const learningSamples = samples
      .map((sample, at) => ({ ...sample, weight: weights[at]! }))
      .filter(
        ({ inLoss, advantage }) => inLoss && (advantage !== 0 || entropyBonus !== 0 || this.#base !== null),
      );
    const tokens = samples.reduce(
      (sum, { rollout, inLoss }) => sum + (inLoss ? rollout.tokens.length : 0),
      0,
    );
    if (learningSamples.length === 0) return { tokens, clippedTokens: 0, kl: 0 };
    const programs = learningSamples.map(({ rollout }) => rollout);
    const base = this.#base?.logs(programs) ?? null;
    let [clipped, kl] = [0, 0];
    this.#policy.clearGradient();
    this.#policy.addGradient(programs, (index, currentLogs) => {
      const { rollout, advantage, weight } = learningSamples[index]!;
      const logs = { current: currentLogs, sampled: rollout.logs, base: base?.[index] ?? null };
      const loss = sampleLoss(logs, advantage, weight, this.#settings);
      clipped += loss.clippedLow + loss.clippedHigh + loss.clippedDual;
      kl += loss.kl;
      return { tokens: loss.slopes, entropy: -entropyBonus * weight };
    });
    this.#policy.learn(this.#adam, learningRate);
    return { tokens, clippedTokens: clipped, kl };
  }
}

function withCredit(rollout: Rollout, credit: Credit) {
  return { rollout, ...credit };
}

function figuresOf(groups: readonly Group[]) {
  const rollouts = groups.flatMap((group) => group.rollouts);
  const rewards = rollouts.flatMap(({ reward }) => (reward === null ? [] : [reward]));
  const rightFlags = rollouts.flatMap(({ isRight }) => (isRight === null ? [] : [Number(isRight)]));
  const tokens = rollouts.reduce((sum, rollout) => sum + rollout.tokens.length, 0);
  const entropy = rollouts.reduce((sum, rollout) => sum + rollout.entropy * rollout.tokens.length, 0);
  const deviations = groups.map(({ credits }) => credits.std);
  return {
    reward: rewards.length === 0 ? null : meanOf(rewards),
    true_pass_rate: rightFlags.length === 0 ? null : meanOf(rightFlags),
    reward_std: meanOf(deviations),
    frac_reward_zero_std: meanOf(deviations.map((std) => Number(std === 0))),
    entropy: entropy / tokens,
    completion_length: tokens / rollouts.length,
    clipped_ratio: meanOf(rollouts.map(({ truncated }) => Number(truncated))),
    unjudged: rollouts.length - rewards.length,
  };
}

/** The summary of one training step. Metrics that TRL also logs have the same names as in TRL. */
export interface StepRow {
  /** Number of the step, starting at 1. */
  readonly step: number;
  /** Mean reward; null if no sample has a reward. */
  readonly reward: number | null;
  /** Share of right samples, measured by 30 held-out tests. */
  readonly true_pass_rate: number | null;
  /** Mean over the groups of the standard deviation of their rewards. */
  readonly reward_std: number;
  /** Share of the groups with equal rewards, which have no effect on the policy. */
  readonly frac_reward_zero_std: number;
  /** Entropy of the next token, in nats, mean over the sampled tokens. */
  readonly entropy: number;
  /** Distance from the base policy per training token, in nats (k3); null if the KL term is disabled. */
  readonly kl: number | null;
  /** Share of the training tokens whose gradient was clipped. */
  readonly clip_ratio: number;
  /** Mean number of tokens per program. */
  readonly completion_length: number;
  /** Share of the samples that were cut off at the end of the context. */
  readonly clipped_ratio: number;
  /** Number of tasks that are not set aside. */
  readonly tasks: number;
  /** Number of verdicts that this step requested. */
  readonly programs: number;
  /** Number of programs that the judge ran for them. */
  readonly programs_run: number;
  /** Number of tests that the judge ran for them. */
  readonly tests_run: number;
  /** Number of samples without a reward, because the judge failed. */
  readonly unjudged: number;
  /** Seconds since the start, pretraining included. This is the only value that differs between equal runs. */
  readonly seconds: number;
}
