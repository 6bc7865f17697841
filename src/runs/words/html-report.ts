/** Texts of a run as an HTML page. */
import { numberText, percent } from '../../base/number-words.ts';
import { INTERVAL_NOTE } from './figures.ts';

export const settings = 'Settings';
export const figures = 'Figures';
export const verdicts = 'Verdicts';
export const tokensAndTimes = 'Tokens and times';
export const codeforcesRating = 'Codeforces rating';
export const caveats = 'Caveats';
export const problems = 'Problems';
export const groupedBy = (name: string): string => `By ${name}`;
export const madeBy = 'Made by Allpass. Only a reward of 1 solves a problem: all tests passed.';

export const noVerdicts = 'No sample has a verdict.';
export const passAt = (k: number): string => `pass@${k}`;
/** Follows the figure in the headline. */
export const overProblems = (interval: string, count: number): string =>
  `, 95 % interval ${interval}, over ${numberText(count)} ${count === 1 ? 'problem' : 'problems'}`;

export const agreementWithFile = 'agreement with the file’s verdicts';
export const agreementWith = (profile: string, name: string): string => `agreement with ${profile} (${name})`;

export const passTable = 'pass@k';
export const passHead = ['figure', 'value', '95 % interval'] as const;
export const passNote = (meanReward: number | null): string =>
  `pass@k: the chance that one of k samples solves a problem, unbiased (Chen et al. 2021). ${INTERVAL_NOTE} Mean reward: ${meanReward === null ? '–' : meanReward.toFixed(3)}.`;

export const verdictHead = ['verdict', 'samples', 'share'] as const;
export const noAnswer = '– No answer';
export const flagged = (flags: ReadonlyMap<string, number>): string =>
  `Flags: ${[...flags].map(([flag, many]) => `${flag} ${numberText(many)}`).join(', ')}.`;

export const groupHead = (by: string): readonly string[] => [
  by,
  'pass@1',
  '95 % interval',
  'problems',
  'samples',
];

export const tokensOf = (verdict: string): string => `tokens, ${verdict}`;
export const firstToken = 'first token, ms';
export const tokensPerSecond = 'tokens a second';
export const timeHead = [
  'what',
  'samples',
  'least',
  'lower quarter',
  'median',
  'upper quarter',
  'most',
] as const;
export const tokenNote = (promptTokens: number, completionTokens: number, estimated: boolean): string =>
  `${numberText(promptTokens)} tokens of prompts and ${numberText(completionTokens)} of answers${estimated ? ', some of them guessed' : ''}.`;

/** Follows the rating. */
export const ratingNote = (
  range: { readonly low: number; readonly high: number } | null,
  percentile: number | null,
): string => {
  const within = range === null ? '' : `, 95 % interval ${range.low.toFixed(0)} to ${range.high.toFixed(0)}`;
  const above = percentile === null ? '' : `, above ${percent(percentile)} of users`;
  return `${within}${above}, by CodeElo's method.`;
};
export const contestTable = 'Contests';
export const contestHead = ['contest', 'rating', 'solved', 'not worse', 'participants'] as const;
export const solvedOf = (solved: number, all: number): string => `${solved} of ${all}`;

export const legend = (
  verdictWords: readonly { readonly code: string; readonly word: string }[],
  isRedrawn: boolean,
): string =>
  `A cell is a sample. ${verdictWords.map(({ code, word }) => `${code}: ${word}. `).join('')}–: no answer. ·: no verdict yet.${isRedrawn ? ' ↻: asked again with a larger token limit after it was cut off.' : ''}`;
export const cellTable = 'Verdicts by problem and sample';
export const problemHead = 'problem';
export const noAnswerBecause = (failure: string): string => `No answer: ${failure}`;
export const noVerdictYet = 'No verdict yet';
