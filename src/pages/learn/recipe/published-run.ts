/** Published facts of the training of DeepCoder-14B-Preview, and its scores as the recipe shows them. */
import { DEEPCODER, DEEPCODER_BASE, publishedFigure } from '../../../runs/figures/published.ts';

/** Thousands of tokens that an answer may have when it is evaluated. */
export const WINDOWS = [16, 32, 64] as const;

/** LiveCodeBench, pass@1 in per cent, at each of the windows. */
export const BY_WINDOW = [DEEPCODER, DEEPCODER_BASE].map((model) => ({
  model,
  scores: WINDOWS.map(
    (windowK) => publishedFigure({ model, benchmark: 'livecodebench-v5', windowK, by: 'release' }).value,
  ),
}));

/** Per cent, but for the rating. */
export const SCORES = [DEEPCODER, DEEPCODER_BASE, 'o3-mini (low)', 'o1 (low)'].map((model) => {
  const { value: rating, percentile } = publishedFigure({ model, benchmark: 'codeforces' });
  return {
    model,
    liveCodeBench: publishedFigure({ model, benchmark: 'livecodebench-v5' }).value,
    codeforces: { rating, percentile },
    humanEvalPlus: publishedFigure({ model, benchmark: 'humaneval-plus' }).value,
    aime: publishedFigure({ model, benchmark: 'aime-2024' }).value,
  };
});

/** The run itself, a fact a row. */
export const RUN: readonly { readonly what: string; readonly is: string; readonly source: string }[] = [
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
