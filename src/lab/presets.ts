/** Training runs that show an effect, each with a few settings that differ from GRPO+. */
import { GRPO_PLUS, type Settings } from './grpo/settings.ts';

/** A remark that holds for all presets, shown wherever their curves are shown. */
export const LAB_SCALE =
  'A toy: 22 thousand weights learn 36 tiny tasks. The effects are those of real training, at toy scale.';

export interface Preset {
  /** The name of the preset in addresses, files and commands. */
  readonly name: string;
  /** Name of the preset with which this one is compared; null for a preset that starts a series. */
  readonly against: string | null;
  readonly title: string;
  /** Describes the difference from the other preset, in whole sentences. */
  readonly says: string;
  /** Describes the measured effect, in whole sentences. A page shows it after a run, so that the run is a test of it. */
  readonly effect: string;
  /** Source of the setting, or of the claim about it. */
  readonly source: string;
  readonly settings: Settings;
}

const SHORT_THEN_LONG = [
  { from: 1, tokens: 6 },
  { from: 41, tokens: 14 },
];

export const PRESETS: readonly Preset[] = [
  {
    name: 'grpo-plus',
    against: null,
    title: 'GRPO+',
    says: 'One bit a program: 1 if it passes 10 tests, else 0.',
    effect:
      'The policy goes from one right program in a hundred to most, then stops exploring: ever more groups have one reward only, and teach nothing.',
    source:
      'DeepCoder (Agentica and Together AI, 2025): clip 0.2 and 0.28, no KL, no entropy bonus, overlong answers masked',
    settings: GRPO_PLUS,
  },
  {
    name: 'few-tests',
    against: 'grpo-plus',
    title: 'One test',
    says: 'One test decides.',
    effect:
      'The reward goes up to almost 1, and next to no program does what its prompt asks: the policy finds programs that are right once.',
    source: 'DeepCoder’s rule: problems with fewer than 5 tests are left out',
    settings: { ...GRPO_PLUS, tests: { ...GRPO_PLUS.tests, count: 1 } },
  },
  {
    name: 'fractional',
    against: 'grpo-plus',
    title: 'Partial credit',
    says: 'The reward is the share of the tests passed.',
    effect:
      'Nearly right, short programs win their groups, and the policy stays with them: far fewer tasks are solved than with one bit.',
    source: 'DeepCoder’s reason for a sparse reward: partial credit is hacked',
    settings: { ...GRPO_PLUS, reward: 'fractional' },
  },
  {
    name: 'broken-tasks',
    against: 'grpo-plus',
    title: 'Broken tasks',
    says: 'Three of four tasks have tests that contradict each other.',
    effect:
      'Nothing passes them, so their groups say nothing: most of every step is spent for no signal, and learning is slow.',
    source: 'DeepCoder’s data: a problem stays only if its own solution passes all of its tests',
    settings: { ...GRPO_PLUS, tests: { ...GRPO_PLUS.tests, brokenCopies: 3 } },
  },
  {
    name: 'broken-tasks-filtered',
    against: 'broken-tasks',
    title: 'Broken tasks, filtered',
    says: 'The same, but a task is set aside once none of its last 64 samples was solved.',
    effect:
      'Soon most groups carry a signal, and what is left is learned. But no rate tells broken from hard: sound tasks go too.',
    source:
      'Difficulty filtering: DeepCoder’s model card, DAPO’s dynamic sampling (2025), rLLM’s rejection_sample',
    settings: {
      ...GRPO_PLUS,
      tests: { ...GRPO_PLUS.tests, brokenCopies: 3 },
      difficulty: { window: 64, least: 0.01, most: 1 },
    },
  },
  {
    name: 'truncation-masked',
    against: null,
    title: 'Short context, masked',
    says: 'For 40 steps a program may have 6 tokens, then 14. Truncated programs are left out of the loss.',
    effect:
      'Programs still become short: only programs that fit can be rewarded. A filter takes a penalty away, it pays for nothing.',
    source: 'Overlong filtering and iterative context lengthening: DAPO, DeepCoder; here as TRL masks',
    settings: { ...GRPO_PLUS, steps: 80, context: SHORT_THEN_LONG },
  },
  {
    name: 'truncation-penalised',
    against: 'truncation-masked',
    title: 'Short context, penalised',
    says: 'The same, but what is cut off counts as wrong.',
    effect: 'The policy learns to be short at once, and stays short when there is room for more.',
    source: 'verl keeps overlong answers in the loss; DAPO and DeepCoder filter them for this reason',
    settings: { ...GRPO_PLUS, steps: 80, context: SHORT_THEN_LONG, overlong: 'penalised' },
  },
  {
    name: 'truncation-dropped',
    against: 'truncation-masked',
    title: 'Truncated answers dropped',
    says: 'A truncated program leaves its group before the statistics are made.',
    effect: 'Not to finish is free then, and to fail is not: programs grow until most are cut off.',
    source: 'rLLM’s compact filtering removes such episodes before grouping',
    settings: {
      ...GRPO_PLUS,
      steps: 80,
      context: [
        { from: 1, tokens: 8 },
        { from: 41, tokens: 14 },
      ],
      overlong: 'dropped',
    },
  },
  {
    name: 'entropy-bonus',
    against: 'grpo-plus',
    title: 'Entropy bonus',
    says: 'A little is paid for not being sure.',
    effect:
      'While groups have one reward only, that is all there is to learn: the policy becomes random, and the reward 0.',
    source: 'DeepCoder: no entropy loss, it grows without end',
    settings: { ...GRPO_PLUS, steps: 60, entropyBonus: 0.05 },
  },
  {
    name: 'weak-tests',
    against: 'grpo-plus',
    title: 'Weak tests',
    says: 'Ten tests, all with a > b > 0.',
    effect:
      'The reward is that of a good policy, but many of the programs are wrong: abs may be left out, and the larger number is always a. One bit does not help against tests that do not look.',
    source: 'EvalPlus (2023): tests that are too weak let wrong programs pass',
    settings: { ...GRPO_PLUS, tests: { ...GRPO_PLUS.tests, weak: true } },
  },
  {
    name: 'stale',
    against: 'grpo-plus',
    title: 'One step behind',
    says: 'Samples are learned from one step after they were written, so that sampling and training can go side by side.',
    effect: 'Hardly anything is lost.',
    source: 'One-off pipelining: DeepCoder’s release, 1.4 to 2 times as fast',
    settings: { ...GRPO_PLUS, staleness: 1 },
  },
  {
    name: 'clip-high',
    against: 'grpo-plus',
    title: 'The clip at work',
    says: 'Each sample is learned from three times.',
    effect:
      'From the second update on the ratio of probabilities is not 1, and a few tokens in a hundred are clipped. An effect of higher clipping on exploration is not seen at this size.',
    source: 'DAPO’s clip-higher, 0.28',
    settings: { ...GRPO_PLUS, steps: 60, epochs: 3, learningRate: 3e-3 },
  },
  {
    name: 'small',
    against: null,
    title: 'Small',
    says: 'A short run: in each of 40 steps the policy writes 8 programs for each of the 36 prompts, after a short pretraining.',
    effect:
      'Most programs are right after 40 steps. With the share of the tests as the reward, fewer are, and wrong ones are paid.',
    source: 'The run on the first page of Learn, small enough to begin at once',
    settings: {
      ...GRPO_PLUS,
      reading: { steps: 80, skill: 0.5 },
      steps: 40,
      prompts: 36,
      groupSize: 8,
      minibatches: 9,
    },
  },
];
