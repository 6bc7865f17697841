/** How a reward is computed from the numbers of tests. */
export interface ScoreRule {
  readonly kind: 'all' | 'nearly-all' | 'share';
  /** Subtracted if no program was found in the answer; 0 in most graders. */
  readonly formatPenalty: number;
}

export const ALL_TESTS_SCORE: ScoreRule = { kind: 'all', formatPenalty: 0 };

const REWARD_OF_KIND: Readonly<Record<ScoreRule['kind'], (passed: number, of: number) => number>> = {
  all: (passed, of) => (passed === of ? 1 : 0),
  'nearly-all': (passed, of) => (passed / of > 0.99 ? 1 : 0),
  share: (passed, of) => passed / of,
};

export const SCORE_KINDS = Object.keys(REWARD_OF_KIND) as readonly ScoreRule['kind'][];

/**
 * @param passed the number of selected tests that passed
 * @param of the number of selected tests, ≥ 1
 * @returns the reward, between −formatPenalty and 1
 */
export function rewardFor(score: ScoreRule, passed: number, of: number, hasProgram: boolean): number {
  return hasProgram ? REWARD_OF_KIND[score.kind](passed, of) : -score.formatPenalty + 0;
}

/** Whether one failing test decides the reward. */
export function firstFailureDecides(score: ScoreRule): boolean {
  return score.kind === 'all';
}
