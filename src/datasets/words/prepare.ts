/** Half sentences about a set in preparation: behind the name of a problem, or a place in the filter by rewards. */
import { numberText } from '../../base/number-words.ts';
import type { Flag } from '../prepare/flags.ts';
import { FLAG_WORDS } from './flags.ts';

export const isFlagged = (flag: Flag): string => FLAG_WORDS[flag];
export const hasFewTests = (tests: number, fewest: number): string =>
  `has ${tests} of the ${fewest} tests that it needs`;
export const hasStatementOf = (problem: string): string => `has the statement of "${problem}"`;
export const hasNearlyStatementOf = (problem: string): string => `has nearly the statement of "${problem}"`;
export const isInTestSet = (problem: string): string => `is "${problem}" of the test set`;
export const isNearlyInTestSet = (problem: string): string => `is nearly "${problem}" of the test set`;
export const hasFailingSolutions = (): string => 'has official solutions, and none of them passes all tests';
export const hasNoJudgedSolution = (): string => 'has no official solution that was judged';
export const hasNoReward = (): string => 'has no recorded reward';
export const hasFewRewards = (rewards: number): string =>
  `has ${rewards} recorded ${rewards === 1 ? 'reward' : 'rewards'}, too few for the filter’s pass@K`;
export const hasUnchosenRewards = (mean: number, rewards: number): string =>
  `has rewards that the filter does not choose (${mean.toFixed(2)} on average of ${rewards})`;
export const hasNoDate = (): string => 'has no date to be split by';
export const wasNotDrawn = (): string => 'was not drawn for the sizes asked for';

export const setsHaveChanged = (): string =>
  'a set was removed or imported anew meanwhile: open this page again';

export const isTooLongFilter = (most: number): string =>
  `the filter is longer than ${numberText(most)} characters`;
export const isNoToken = (): string => 'is no name, number or comparison';
export const isOneTooMany = (token: string): string => `"${token}" is one too many`;
export const lacksClosingBracket = (): string => 'a closing bracket is missing';
export const lacksOperand = (): string => 'a name or a number is missing';
export const isUnknownRate = (name: string, known: readonly string[]): string =>
  `"${name}" is none of ${known.join(', ')}, pass@K`;
export const isPassAtLessThanOne = (): string => 'K of pass@K must be 1 or more';
