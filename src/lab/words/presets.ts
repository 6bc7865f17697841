/** Words of the training runs that show something. */

/** Holds for all of them, and has to be said wherever their curves are shown. */
export const LAB_SCALE =
  'A toy: 22 thousand weights learn 36 tiny tasks. The effects are those of real training, at toy scale.';

interface PresetWords {
  readonly title: string;
  /** The difference of the preset and its effect, as it was measured; whole sentences. */
  readonly says: string;
  /** Where the ingredient, or the claim, comes from. */
  readonly source: string;
}

export const PRESET_WORDS = {
  'grpo-plus': {
    title: 'GRPO+',
    says: 'One bit a program: 1 if it passes 10 tests, else 0. The policy goes from one right program in a hundred to most, then stops exploring: ever more groups have one reward only, and teach nothing.',
    source:
      'DeepCoder (Agentica and Together AI, 2025): clip 0.2 and 0.28, no KL, no entropy bonus, overlong answers masked',
  },
  'few-tests': {
    title: 'One test',
    says: 'One test decides. The reward goes up to almost 1, and next to no program does what its prompt asks: the policy finds programs that are right once.',
    source: 'DeepCoder’s rule: problems with fewer than 5 tests are left out',
  },
  fractional: {
    title: 'Partial credit',
    says: 'The reward is the share of the tests passed. Nearly right, short programs win their groups, and the policy stays with them: far fewer tasks are solved than with one bit.',
    source: 'DeepCoder’s reason for a sparse reward: partial credit is hacked',
  },
  'broken-tasks': {
    title: 'Broken tasks',
    says: 'Three of four tasks have tests that contradict each other. Nothing passes them, so their groups say nothing: most of every step is spent for no signal, and learning is slow.',
    source: 'DeepCoder’s data: a problem stays only if its own solution passes all of its tests',
  },
  'broken-tasks-filtered': {
    title: 'Broken tasks, filtered',
    says: 'The same, but a task is set aside once none of its last 64 samples was solved. Soon most groups carry a signal, and what is left is learned. But no rate tells broken from hard: sound tasks go too.',
    source:
      'Difficulty filtering: DeepCoder’s model card, DAPO’s dynamic sampling (2025), rLLM’s rejection_sample',
  },
  'truncation-masked': {
    title: 'Short context, masked',
    says: 'For 40 steps a program may have 6 tokens, then 14. Truncated programs are left out of the loss, and still programs become short: only programs that fit can be rewarded. A filter takes a penalty away, it pays for nothing.',
    source: 'Overlong filtering and iterative context lengthening: DAPO, DeepCoder; here as TRL masks',
  },
  'truncation-penalised': {
    title: 'Short context, penalised',
    says: 'The same, but what is cut off counts as wrong. The policy learns to be short at once, and stays short when there is room for more.',
    source: 'verl keeps overlong answers in the loss; DAPO and DeepCoder filter them for this reason',
  },
  'truncation-dropped': {
    title: 'Truncated answers dropped',
    says: 'A truncated program leaves its group before the statistics are made. Not to finish is free then, and to fail is not: programs grow until most are cut off.',
    source: 'rLLM’s compact filtering removes such episodes before grouping',
  },
  'entropy-bonus': {
    title: 'Entropy bonus',
    says: 'A little is paid for not being sure. While groups have one reward only, that is all there is to learn: the policy becomes random, and the reward 0.',
    source: 'DeepCoder: no entropy loss, it grows without end',
  },
  'weak-tests': {
    title: 'Weak tests',
    says: 'Ten tests, all with a > b > 0. The reward is that of a good policy, but many of the programs are wrong: abs may be left out, and the larger number is always a. One bit does not help against tests that do not look.',
    source: 'EvalPlus (2023): tests that are too weak let wrong programs pass',
  },
  stale: {
    title: 'One step behind',
    says: 'Samples are learned from one step after they were written, so that sampling and training can go side by side. Hardly anything is lost.',
    source: 'One-off pipelining: DeepCoder’s release, 1.4 to 2 times as fast',
  },
  'clip-high': {
    title: 'The clip at work',
    says: 'Each sample is learned from three times. From the second update on the ratio of probabilities is not 1, and a few tokens in a hundred are clipped. An effect of higher clipping on exploration is not seen at this size.',
    source: 'DAPO’s clip-higher, 0.28',
  },
} as const satisfies Readonly<Record<string, PresetWords>>;
