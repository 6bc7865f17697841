/** The published ingredients of GRPO+, each with its sources and links to pages that show it. */

/** A link to a place of Learn, with settings that show the ingredient. */
export interface ShownAt {
  readonly place: string;
  /** The settings in the format of the address. */
  readonly settings: string;
  readonly words: string;
}

export interface Source {
  readonly words: string;
  /** Null for a file in a repository. Then `words` contains its name and date. */
  readonly href: string | null;
}

export interface Ingredient {
  readonly name: string;
  readonly title: string;
  /** TeX, or null for an ingredient without a formula. */
  readonly formula: string | null;
  /** Description with the published reason, in complete sentences. */
  readonly description: string;
  readonly sources: readonly Source[];
  readonly shownPlaces: readonly ShownAt[];
}

const at = (place: string, settings: string, words: string): ShownAt => ({ place, settings, words });
const RELEASE = 'https://www.together.ai/blog/deepcoder';
const release = (part: string): Source => ({ words: `DeepCoder’s release, “${part}”`, href: RELEASE });
const file = (words: string): Source => ({ words, href: null });
const DAPO: Source = { words: 'DAPO (arXiv 2503.14476)', href: 'https://arxiv.org/abs/2503.14476' };
const SCRIPTS = file('scripts/deepcoder/train of agentica-project/rllm, 2025-05-13');
const CARD: Source = {
  words: 'the model card',
  href: 'https://huggingface.co/agentica-org/DeepCoder-14B-Preview',
};

export const INGREDIENTS: readonly Ingredient[] = [
  {
    name: 'sparse-reward',
    title: 'A sparse reward for the outcome',
    formula: String.raw`R(o) = \prod_{t \in T} \mathbf{1}[\,o \text{ passes } t\,] \;\in\; \{0, 1\}`,
    description:
      'One bit: 1 if the program passes every test that is run, 0 if one fails or there is no Python block. Nothing for K of N tests: that is hacked by printing the outputs of known tests, or gets stuck on easy cases. If a problem has more than 15 tests, the 15 with the longest inputs are run, 6 to 12 s each.',
    sources: [
      release('Reward Function'),
      file('rllm/rewards/code_reward.py of agentica-project/rllm, 2025-05-13'),
    ],
    shownPlaces: [
      at('one-bit', '', 'One answer, all tests, one bit'),
      at('lab', 'preset=fractional', 'Lab: partial credit'),
    ],
  },
  {
    name: 'enough-tests',
    title: 'Problems that can be judged',
    formula: String.raw`|T| \ge 5, \qquad R(\text{official solution}) = 1`,
    description:
      'About 24,000 problems: 7,500 of TACO Verified, 16,000 of SYNTHETIC-1, 600 of LiveCodeBench. Each has an official solution that passes all of its tests, and at least five of them: with fewer, a model learned to print remembered answers. Duplicates, and what the benchmarks hold, were taken out.',
    sources: [release('Dataset Curation')],
    shownPlaces: [
      at('how-many-tests', 'tests=3', 'How many tests are enough? With three'),
      at('lab', 'preset=few-tests', 'Lab: one test'),
      at('lab', 'preset=broken-tasks', 'Lab: broken tasks'),
    ],
  },
  {
    name: 'offline-difficulty-filtering',
    title: 'Offline difficulty filtering',
    formula: String.raw`P(\text{a group teaches}) = 1 - p^G - (1 - p)^G`,
    description:
      'A group whose samples all earn the same teaches nothing. DAPO samples again until groups differ, which costs time in every step; here problems were sorted out once, before training, to keep those of a suitable difficulty. No thresholds were published.',
    sources: [CARD, DAPO],
    shownPlaces: [
      at('no-variance', 'p=1&g=8', 'Groups without variance, at one in a hundred'),
      at('lab', 'preset=broken-tasks-filtered', 'Lab: a filter during the run'),
    ],
  },
  {
    name: 'group-advantage',
    title: 'The advantage over one’s group',
    formula: String.raw`A_i = \frac{R_i - \operatorname{mean}(R)}{\operatorname{std}(R) + \varepsilon}, \qquad G = 8,\; \varepsilon = 10^{-6}`,
    description:
      'Eight answers a prompt at temperature 0.6; each is compared with the others of its prompt, and all of its tokens get the same advantage. No second network guesses values. The standard deviation divides by n − 1, as torch does: one success of eight gives +2.47, each failure −0.35.',
    sources: [SCRIPTS],
    shownPlaces: [
      at('advantages', 'bits=10000000&rules=deepcoder', 'From rewards to advantages: one of eight'),
      at('group', 'rules=deepcoder', 'A group of any model’s answers'),
    ],
  },
  {
    name: 'clip-high',
    title: 'Clip high',
    formula: String.raw`\begin{gathered} \ell_{i,t} = -\min\bigl(r_{i,t} A_i,\; \operatorname{clip}(r_{i,t},\, 0.8,\, 1.28)\, A_i\bigr) \\ r_{i,t} = \frac{\pi_\theta(o_{i,t})}{\pi_{\text{old}}(o_{i,t})} \end{gathered}`,
    description:
      'A token may become 1.28 times as likely a batch before its gradient is cut, instead of 1.2 times: 0.01 becomes 0.0128 at most. It is to keep exploration going, and entropy stable. In the lab one sees which tokens are cut; that entropy is kept is not seen at its size. verl also has a dual clip: where A is negative, a ratio above c = 3 is punished no more.',
    sources: [release('GRPO+'), DAPO, SCRIPTS],
    shownPlaces: [
      at('lab', 'preset=clip-high', 'Lab: the clip at work'),
      at('lab', 'preset=clip-high&clip-high=0.2', 'Lab: the same, at 0.2'),
      at('lab', 'preset=clip-high&dual-clip=3', 'Lab: the same, with a dual clip'),
    ],
  },
  {
    name: 'token-mean',
    title: 'Every token counts the same',
    formula: String.raw`L = \frac{\sum_i \sum_t m_{i,t}\, \ell_{i,t}}{\sum_i \sum_t m_{i,t}}`,
    description:
      'The loss is averaged over all tokens of a batch (use_token_level_loss), not over answers first: in the original GRPO a token of a long answer weighs less than one of a short answer.',
    sources: [DAPO, SCRIPTS],
    shownPlaces: [
      at('truncation', 'rules=deepcoder', 'Truncated is not wrong: who has which push'),
      at('lab', 'aggregation=sequence-mean', 'Lab: averaged over programs, as in GRPO'),
    ],
  },
  {
    name: 'no-entropy-loss',
    title: 'No entropy loss',
    formula: String.raw`L - c\, H(\pi_\theta), \qquad c = 0`,
    description:
      'A bonus for not being sure made training unstable: entropy grew exponentially, and the run collapsed. So there is none. The lab shows the same at every weight that was tried.',
    sources: [release('GRPO+'), SCRIPTS],
    shownPlaces: [at('lab', 'preset=entropy-bonus', 'Lab: entropy bonus')],
  },
  {
    name: 'no-kl-loss',
    title: 'No KL loss',
    formula: String.raw`\begin{gathered} L + \beta\,\bigl(e^{d} - d - 1\bigr), \qquad \beta = 0 \\ d = \log \pi_{\text{ref}} - \log \pi_\theta \end{gathered}`,
    description:
      'Nothing holds the policy near the model it began as, and that model need not be run beside it, which saves time. The weight is a switch of the lab; what it does at that size was not measured.',
    sources: [release('GRPO+'), DAPO, SCRIPTS],
    shownPlaces: [at('lab', 'kl=0.05', 'Lab: a KL weight of 0.05')],
  },
  {
    name: 'overlong-filtering',
    title: 'Overlong filtering',
    formula: String.raw`A_i := 0 \quad\text{if}\quad R_i = 0 \;\text{ and }\; |o_i| = L_{\max}`,
    description:
      'Cut-off answers are masked, so that long reasoning is not punished. Response lengths grew, and the model went on to 64K although it was trained at 32K. In the code of the run, the answer stays in mean, σ and the count of tokens, and a right one keeps its advantage. TRL and rLLM mask in other ways, and verl does not mask.',
    sources: [
      release('GRPO+'),
      DAPO,
      file('mask_truncated_samples in the verl fork of agentica-project/rllm, 2025-05-13'),
    ],
    shownPlaces: [
      at('truncation', 'rules=deepcoder', 'Truncated is not wrong: four ways to treat it'),
      at('lab', 'preset=truncation-penalised', 'Lab: what is cut off is penalised'),
      at('lab', 'preset=truncation-dropped', 'Lab: what is cut off is dropped'),
    ],
  },
  {
    name: 'iterative-context-lengthening',
    title: 'Iterative context lengthening',
    formula: String.raw`L_{\max} = \begin{cases} 16{,}384 & \text{before step } 180 \\ 32{,}768 & \text{from then on} \end{cases}`,
    description:
      'Short contexts are cheap, so training begins there. With a penalty for what is cut off, that shortened the answers of this model; with overlong filtering it did not. Scores while training rose from 54 % at 16K to 58 % at 32K.',
    sources: [release('Iterative Context Lengthening'), SCRIPTS],
    shownPlaces: [
      at('lab', 'preset=truncation-masked', 'Lab: 6 tokens, then 14, masked'),
      at('lab', 'preset=truncation-penalised', 'Lab: 6 tokens, then 14, penalised'),
    ],
  },
  {
    name: 'one-off-pipelining',
    title: 'One-off pipelining',
    formula: String.raw`\text{seconds a step:}\quad S + R + T \;\longrightarrow\; \max(S,\, R,\, T)`,
    description:
      'A batch is sampled while the one before is trained on, and every answer is judged as soon as it is there. Samples are one step old; in the lab that costs next to nothing. The arithmetic is ours, for stages that overlap wholly; the timetables below overlap as answers come.',
    sources: [release('System Optimizations for Post-Training')],
    shownPlaces: [at('lab', 'preset=stale', 'Lab: one step behind')],
  },
];
