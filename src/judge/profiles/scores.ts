import { SOURCES, type Rule } from './rule.ts';

/** The reward for the counts. */
export interface Score {
  readonly kind: 'all' | 'nearly-all' | 'share';
  /** Taken off when no program was found in the answer; 0 in most graders. */
  readonly formatPenalty: number;
}

export const SPARSE: Score = { kind: 'all', formatPenalty: 0 };

const KINDS: Readonly<
  Record<Score['kind'], Rule & { readonly worth: (passed: number, of: number) => number }>
> = {
  all: {
    title: '1 if all tests pass, else 0',
    says: 'Only a program that passes every test is rewarded.',
    source: SOURCES.rllm,
    worth: (passed, of) => (passed === of ? 1 : 0),
  },
  'nearly-all': {
    title: '1 if more than 99 % pass, else 0',
    says: 'More than 99 % of the tests are enough.',
    source: SOURCES.openR1,
    worth: (passed, of) => (passed / of > 0.99 ? 1 : 0),
  },
  share: {
    title: 'The share of tests passed',
    says: 'Every test passed earns its share.',
    source: SOURCES.openR1,
    worth: (passed, of) => passed / of,
  },
};

export const SCORE_KINDS = Object.keys(KINDS) as readonly Score['kind'][];

export function scoreRule(score: Score): Rule {
  const { title, says, source } = KINDS[score.kind];
  if (score.formatPenalty === 0) return { title, says, source };
  return {
    title: `${title}; −${score.formatPenalty} without a program`,
    says: `${says} An answer without a program loses ${score.formatPenalty}.`,
    source: SOURCES.tinker,
  };
}

/**
 * @param passed tests passed, of those selected
 * @param of tests selected, ≥ 1
 * @returns the reward, between −formatPenalty and 1
 */
export function rewardFor(score: Score, passed: number, of: number, found: boolean): number {
  return found ? KINDS[score.kind].worth(passed, of) : -score.formatPenalty + 0;
}

/** Whether one failing test settles the reward. */
export function firstFailureDecides(score: Score): boolean {
  return score.kind === 'all';
}
