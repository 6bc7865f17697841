/** Published figures with their settings and sources, to compare a run with. */
import { isWithin } from './date-window.ts';

/** Settings of a published figure, as far as its source reports them. */
export const SETTING_WORDS = {
  unknown: '',
  recommended: 'temperature 0.6, top-p 0.95',
  eightAttempts: 'temperature 0.6, top-p 0.95, 8 attempts',
  temperature: 'temperature 0.6',
  lightEval: 'asked again with LightEval',
  greedy: 'greedy, one sample',
} as const;

/** Description of the problems of each benchmark, without a full stop. */
export const BENCHMARK_PROBLEMS = {
  'livecodebench-v5': 'problems from August 2024 to February 2025',
  'livecodebench-v6': 'problems from February to May 2025',
  'livecodebench-r1': 'problems from August 2024 to January 2025',
  codeforces: '408 problems of 57 contests',
  'humaneval-plus': '164 problems',
  'aime-2024': '30 problems of mathematics',
} as const;

export interface PublishedBenchmark {
  readonly name: keyof typeof BENCHMARK_PROBLEMS;
  readonly label: string;
  /** First and last release day of its problems; null if the benchmark does not select problems by date. */
  readonly dates: readonly [from: string, to: string] | null;
  readonly unit: 'per-cent' | 'rating';
  /** Source of its problems, as imported sets name it; null if no run is compared with this benchmark. */
  readonly problems: string | null;
}

export const BENCHMARKS = [
  {
    name: 'livecodebench-v5',
    label: 'LiveCodeBench v5',
    dates: ['2024-08-01', '2025-02-01'],
    unit: 'per-cent',
    problems: 'livecodebench',
  },
  {
    name: 'livecodebench-v6',
    label: 'LiveCodeBench v6',
    dates: ['2025-02-01', '2025-05-31'],
    unit: 'per-cent',
    problems: 'livecodebench',
  },
  {
    name: 'livecodebench-r1',
    label: 'LiveCodeBench, R1 report',
    dates: ['2024-08-01', '2025-01-31'],
    unit: 'per-cent',
    problems: 'livecodebench',
  },
  {
    name: 'codeforces',
    label: 'Codeforces',
    dates: null,
    unit: 'rating',
    problems: null,
  },
  {
    name: 'humaneval-plus',
    label: 'HumanEval+',
    dates: null,
    unit: 'per-cent',
    problems: 'humaneval+',
  },
  {
    name: 'aime-2024',
    label: 'AIME 2024',
    dates: null,
    unit: 'per-cent',
    problems: null,
  },
] as const satisfies readonly PublishedBenchmark[];

export type BenchmarkName = (typeof BENCHMARKS)[number]['name'];

interface PublishedSource {
  readonly title: string;
  readonly url: string;
}

export interface PublishedFigure {
  readonly model: string;
  readonly benchmark: BenchmarkName;
  /** The k of pass@k; 1 for a rating. */
  readonly k: number;
  /** A percentage, or a rating. */
  readonly value: number;
  /** For a rating: the percentage of users below it. */
  readonly percentile?: number;
  /** Maximum number of tokens of an answer, in thousands; null if the source does not state it. */
  readonly windowK: number | null;
  /** Sampling settings, as far as the source reports them. */
  readonly setting: keyof typeof SETTING_WORDS;
  /**
   * `release`: published by the makers of the model or of a model that it is compared with. `others`: by a group that
   * only evaluated it.
   */
  readonly by: 'release' | 'others';
  readonly source: PublishedSource;
}

const CARD: PublishedSource = {
  title: 'DeepCoder’s model card',
  url: 'https://huggingface.co/agentica-org/DeepCoder-14B-Preview',
};
const RELEASE: PublishedSource = {
  title: 'DeepCoder’s release',
  url: 'https://www.together.ai/blog/deepcoder',
};
const RLLM: PublishedSource = { title: 'rLLM’s README, May 2025', url: 'https://github.com/rllm-org/rllm' };
const ISSUE: PublishedSource = {
  title: 'rllm-org/rllm, issue 113',
  url: 'https://github.com/rllm-org/rllm/issues/113',
};
const TINKER: PublishedSource = {
  title: 'Tinker’s cookbook, code_rl',
  url: 'https://github.com/thinking-machines-lab/tinker-cookbook/tree/main/tinker_cookbook/recipes/code_rl',
};
const OPEN_R1: PublishedSource = {
  title: 'open-r1’s README',
  url: 'https://github.com/huggingface/open-r1',
};
const R1: PublishedSource = { title: 'DeepSeek-R1’s report', url: 'https://arxiv.org/abs/2501.12948' };
const EVALPLUS: PublishedSource = {
  title: 'EvalPlus’s leaderboard',
  url: 'https://evalplus.github.io/leaderboard.html',
};

export const DEEPCODER = 'DeepCoder-14B-Preview';
export const DEEPCODER_BASE = 'DeepSeek-R1-Distill-Qwen-14B, its base';

type PublishedRow = readonly [
  model: string,
  benchmark: BenchmarkName,
  value: number,
  change?: Partial<PublishedFigure>,
];

function figures(
  commonFields: Partial<PublishedFigure>,
  source: PublishedSource,
  ...rows: readonly PublishedRow[]
) {
  return rows.map(([model, benchmark, value, change]): PublishedFigure => ({
    ...{ model, benchmark, value, k: 1, windowK: null, setting: 'unknown', by: 'release', source },
    ...commonFields,
    ...change,
  }));
}

export const PUBLISHED: readonly PublishedFigure[] = [
  ...figures(
    { windowK: 64, setting: 'recommended' },
    CARD,
    [DEEPCODER, 'livecodebench-v5', 60.6],
    [DEEPCODER, 'codeforces', 1936, { percentile: 95.3, setting: 'eightAttempts' }],
    [DEEPCODER, 'humaneval-plus', 92.6],
    [DEEPCODER, 'aime-2024', 73.8],
    [DEEPCODER_BASE, 'livecodebench-v5', 53.0],
    [DEEPCODER_BASE, 'codeforces', 1791, { percentile: 92.7, setting: 'eightAttempts' }],
    [DEEPCODER_BASE, 'humaneval-plus', 92.0],
    [DEEPCODER_BASE, 'aime-2024', 69.7],
  ),
  ...figures(
    {},
    CARD,
    ['o3-mini (low)', 'livecodebench-v5', 60.9],
    ['o3-mini (low)', 'codeforces', 1918, { percentile: 94.9 }],
    ['o3-mini (low)', 'humaneval-plus', 92.6],
    ['o3-mini (low)', 'aime-2024', 60.0],
    ['o1 (low)', 'livecodebench-v5', 59.5],
    ['o1 (low)', 'codeforces', 1991, { percentile: 96.1 }],
    ['o1 (low)', 'humaneval-plus', 90.8],
    ['o1 (low)', 'aime-2024', 74.4],
  ),
  ...figures(
    { setting: 'recommended' },
    RELEASE,
    [DEEPCODER, 'livecodebench-v5', 45.6, { windowK: 16 }],
    [DEEPCODER, 'livecodebench-v5', 57.9, { windowK: 32 }],
    [DEEPCODER_BASE, 'livecodebench-v5', 50.2, { windowK: 16 }],
    [DEEPCODER_BASE, 'livecodebench-v5', 53.0, { windowK: 32 }],
  ),
  ...figures(
    {},
    RLLM,
    ['DeepCoder-1.5B-Preview', 'livecodebench-v5', 25.1],
    ['DeepCoder-1.5B-Preview', 'codeforces', 963],
    ['DeepCoder-1.5B-Preview', 'humaneval-plus', 73.0],
    ['DeepSeek-R1-Distill-Qwen-1.5B', 'livecodebench-v5', 16.9],
    ['DeepSeek-R1-Distill-Qwen-1.5B', 'codeforces', 615],
    ['DeepSeek-R1-Distill-Qwen-1.5B', 'humaneval-plus', 58.3],
  ),
  ...figures(
    { windowK: 64, setting: 'temperature', by: 'others' },
    ISSUE,
    [DEEPCODER, 'livecodebench-v5', 57.0],
    ['DeepCoder-1.5B-Preview', 'livecodebench-v5', 21.9],
  ),
  ...figures(
    {},
    TINKER,
    ['Qwen3.5-4B', 'livecodebench-v6', 23.6],
    ['Qwen3.5-4B', 'livecodebench-v6', 34.3, { k: 8 }],
    ['Qwen3.5-4B, 190 steps of RL', 'livecodebench-v6', 52.4],
    ['Qwen3.5-4B, 190 steps of RL', 'livecodebench-v6', 76.0, { k: 8 }],
  ),
  ...figures(
    {},
    R1,
    ['DeepSeek-R1-Distill-Qwen-1.5B', 'livecodebench-r1', 16.9],
    ['DeepSeek-R1-Distill-Qwen-7B', 'livecodebench-r1', 37.6],
    ['DeepSeek-R1-Distill-Qwen-14B', 'livecodebench-r1', 53.1],
    ['DeepSeek-R1-Distill-Qwen-32B', 'livecodebench-r1', 57.2],
  ),
  ...figures(
    { by: 'others', setting: 'lightEval' },
    OPEN_R1,
    ['DeepSeek-R1-Distill-Qwen-1.5B', 'livecodebench-r1', 16.1],
    ['DeepSeek-R1-Distill-Qwen-7B', 'livecodebench-r1', 37.4],
    ['DeepSeek-R1-Distill-Qwen-14B', 'livecodebench-r1', 51.3],
    ['DeepSeek-R1-Distill-Qwen-32B', 'livecodebench-r1', 56.0],
  ),
  ...figures(
    { by: 'others', setting: 'greedy' },
    EVALPLUS,
    ['DeepSeek-Coder-1.3B-instruct', 'humaneval-plus', 60.4],
    ['Phi-3-mini-4k', 'humaneval-plus', 59.1],
    ['CodeQwen1.5-7B-Chat', 'humaneval-plus', 78.7],
    ['Qwen2.5-Coder-32B', 'humaneval-plus', 87.2],
  ),
];

/**
 * Returns whether a problem belongs to a benchmark. Only figures on the same problems are comparable.
 * @param problem with the source that its set names, and its date
 */
export function isOfBenchmark(
  problem: { readonly source: string; readonly date: string | null },
  { problems, dates }: PublishedBenchmark,
): boolean {
  if (problem.source !== problems) return false;
  return dates === null || isWithin(problem.date, { from: dates[0], until: dates[1] });
}

/**
 * Returns the published figures for this benchmark, the best first.
 * @param k of pass@k
 */
export function publishedFor(benchmark: BenchmarkName, k = 1): readonly PublishedFigure[] {
  return PUBLISHED.filter((figure) => figure.benchmark === benchmark && figure.k === k).toSorted(
    (one, other) => other.value - one.value,
  );
}

/**
 * Returns the figure with these traits.
 * @throws Error if no such figure is published, which is a bug
 */
export function publishedFigure(traits: Partial<PublishedFigure>): PublishedFigure {
  const names = Object.keys(traits) as (keyof PublishedFigure)[];
  const match = PUBLISHED.find((figure) => names.every((name) => figure[name] === traits[name]));
  if (match === undefined) throw new Error(`nothing is published of ${JSON.stringify(traits)}`);
  return match;
}
