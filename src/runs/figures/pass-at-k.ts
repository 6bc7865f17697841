/** The outcome of one problem's samples that have a reward. */
export interface ProblemOutcome {
  /** Number of samples with a reward, ≥ 1. A sample that the judge failed on counts neither for nor against a model. */
  readonly samples: number;
  /** Number of samples that earned the full reward. */
  readonly solved: number;
}

/**
 * Returns the unbiased estimate of the probability that one of k samples solves the problem: 1 − C(n − c, k) / C(n, k),
 * as a product that neither over- nor underflows (Chen et al. 2021, https://arxiv.org/abs/2107.03374; LiveCodeBench's
 * `pass_k_utils.py` and EvalPlus use the same formula).
 * @param k from 1 to `samples`
 * @returns from 0 to 1
 */
export function passAtK({ samples, solved }: ProblemOutcome, k: number): number {
  if (k < 1 || k > samples) throw new RangeError(`pass@${k} of ${samples} samples`);
  const failedCount = samples - solved;
  if (failedCount < k) return 1;
  let allFail = 1;
  for (let at = failedCount + 1; at <= samples; at++) allFail *= 1 - k / at;
  return 1 - allFail;
}

/** Returns the largest k that all problems have enough samples for; 0 without problems. */
export function largestK(problems: readonly ProblemOutcome[]): number {
  return problems.reduce(
    (smallest, { samples }) => Math.min(smallest, samples),
    problems.length === 0 ? 0 : Infinity,
  );
}

/**
 * Returns the mean pass@k over problems; null without problems. Also null if a problem has fewer than k samples, as in
 * published evaluations.
 */
export function meanPassAtK(problems: readonly ProblemOutcome[], k: number): number | null {
  if (k > largestK(problems)) return null;
  return problems.reduce((sum, problem) => sum + passAtK(problem, k), 0) / problems.length;
}
