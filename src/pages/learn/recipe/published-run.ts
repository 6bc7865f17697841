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
