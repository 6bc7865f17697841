/** The recipe of DeepCoder: its frame, its published results, and the simulated pipelines. */

// Recipe.svelte
export const about =
  'DeepCoder-14B (Agentica and Together AI, April 2025) learned to write programs by this recipe, called GRPO+. Each ingredient has its formula, its source, and a link to a page that shows it. The links to the lab train a toy policy, with the effects of real training at toy scale.';
export const ingredients = 'Ingredients';
export const source = 'Source:';
/** Between the last two sources of a list, and between the others. */
export const lastSource = ' and ';
export const nextSource = ', ';
export const inNewTab = '(opens in a new tab)';
export const seeIt = 'See it:';
export const pipelining = 'One-off pipelining, simulated';
export const pipeliningAbout =
  'A step samples answers, judges them and trains on them. The release measured one-off pipelining to be 1.4 times as fast for mathematics, where rewards take no time, and 2 times for code, where they take thousands of test runs. It gives no durations of the stages: those here add up to the 2,000 s a step of its README, and the split is our assumption, chosen to give the measured figures. Change it to explore.';
export const published = 'Published results';
export const scores = 'Scores';
export const scoresFromBefore = 'Both from';
export const scoresFromLink = 'DeepCoder’s release';
export const scoresFromAfter =
  ', by its own measurements. LiveCodeBench of August 2024 to February 2025; Codeforces by CodeElo’s method over 57 contests, with 8 attempts per problem.';
export const run = 'The run';
export const runInFigures = 'The run in figures';
export const quantityColumn = 'Quantity';
export const figuresColumn = 'Figures';
export const sourceColumn = 'Source';
/** The run itself, a fact a row. */
export const runFacts: readonly { readonly what: string; readonly is: string; readonly source: string }[] = [
  {
    what: 'Stage 1, 16K',
    is: '32 prompts a step, 2 updates; answers of at most 16,384 tokens after prompts of 2,048',
    source: '14b_coding_16k.sh',
  },
  {
    what: 'Stage 2, 32K, from step 180',
    is: '128 prompts a step, 2 updates; answers of at most 32,768 tokens',
    source: '14b_coding_32k.sh; the repository’s README',
  },
  {
    what: 'Sampling and learning',
    is: '8 answers a prompt, temperature 0.6; learning rate 0.000001, each sample used once, gradients clipped at 1',
    source: 'scripts/deepcoder/train',
  },
  {
    what: 'To be judged in a step',
    is: '256 programs at 16K, 1,024 at 32K; by at most 15 tests each that is 15,360 runs',
    source: 'computed from the scripts and code_reward.py',
  },
  {
    what: 'Time',
    is: '1,200 to 2,500 s a step; 2.5 weeks on 32 H100, at most 13,440 GPU hours',
    source: 'DeepCoder’s release; the hours computed from it',
  },
  {
    what: 'Over the run',
    is: 'mean answers grew from 8,000 to 17,500 tokens, the mean reward from 0.6 to 0.7',
    source: 'DeepCoder’s release',
  },
  {
    what: 'One-off pipelining',
    is: '1.4 times as fast for mathematics, 2 times for code',
    source: 'DeepCoder’s release: its 1.5B model on 8 A100',
  },
  {
    what: 'Run again by others',
    is: '57.0 % on LiveCodeBench, where the release has 60.6; the lowest its authors had heard of was 59.8',
    source: 'rllm-org/rllm, issue 113',
  },
];

// ScoreTable.svelte, WindowChart.svelte
export const scoresOfModels = 'Scores of four models';
export const modelColumn = 'model';
export const ratingColumn = 'Codeforces rating';
export const abovePercentile = (percentile: number): string => `(above ${percentile} %)`;
export const byWindow = 'LiveCodeBench, pass@1, by the tokens an answer may have';
export const byWindowAbout = (lowest: number): string =>
  `The axis begins at ${lowest} %. At 16K DeepCoder is below its base: it thinks longer, and is cut off. It was trained at 32K, and goes on gaining at 64K; its base does not.`;
export const byWindowTable = 'LiveCodeBench, pass@1 in per cent, by window';

// Pipelining.svelte, Gantt.svelte
export const workloads = 'Durations as of';
/** Names of the workloads, by their kind. */
export const workload = { code: 'Code', mathematics: 'Mathematics' } as const;
export const secondsAfter = 's per step';
export const minibatches = 'Minibatches per step:';
export const splitBefore = 'Sampling on its share of the GPUs takes';
export const splitAfter = 'times as long';
export const spread = 'Random spread of durations:';
export const otherDurationsButton = 'Sample other durations';
export const speedUpBefore = 'One-off pipelining:';
export const speedUpUnit = 'times';
export const speedUpAfter = (steps: number): string =>
  `as fast as one stage after the other, over ${steps} steps.`;
export const publishedSpeedUp = (workload: string, speedUp: number): string =>
  `Published for ${workload.toLowerCase()}: ${speedUp} times.`;
/** Names of the three arrangements, by their names in the lab. */
export const arrangement = {
  serial: 'No pipelining',
  minibatch: 'Minibatch pipelining',
  'one-off': 'One-off pipelining',
} as const;
export const arrangementAbout = {
  serial: 'All GPUs sample, then wait for rewards, then train.',
  minibatch: 'A minibatch is trained on while the next is sampled. The last spills over, and samplers wait.',
  'one-off': 'Samplers begin the next batch at once. Rewards come answer by answer, training runs beside.',
} as const;
/** Names of the three stages of a step. */
export const stage = { sampling: 'Sampling', reward: 'Rewards', training: 'Training' } as const;
export const stepsDone = (arrangement: string, steps: number, seconds: string): string =>
  `${arrangement}: ${steps} ${steps === 1 ? 'step is' : 'steps are'} done in ${seconds} s`;
export const barsBefore = 'The bars show the first';
export const barsAfter = 's, from left to right. The numbers are steps. Narrow bars have no number.';
export const arrangementsInFigures = 'The three arrangements in figures';
export const arrangementColumn = 'Arrangement';
export const secondsColumn = 'Seconds per step';
export const speedUpColumn = 'Speed-up';
export const samplingColumn = 'Sampling busy';
export const rewardsColumn = 'Rewards busy';
export const trainingColumn = 'Training busy';
