import { numberText } from '../../../../base/number-words.ts';

export const verdict = (word: string, isJudgedCut: boolean): string =>
  isJudgedCut ? `Truncated, verdict: ${word.toLowerCase()}` : word;
export const answer = (number: number): string => `Answer ${number}`;
/** @param kind of the answer, as the data set names it: `no-code` */
export const answerKind = (kind: string, tokens: number): string =>
  `${kind.replace('-', ' ')}, about ${numberText(tokens)} tokens`;
export const sample = (number: number, kind: string): string =>
  `${answer(number)}, ${kind.replace('-', ' ')}`;
export const limitBefore = 'Token limit:';
/** The sentence before and after the number of cut answers. */
export const cutOff = (answers: number, cut: number): readonly string[] =>
  `{} of the ${answers} answers ${cut === 1 ? 'is' : 'are'} cut off.`.split('{}');
export const chartTitle = 'Length of the answers';
export const chartText = (tokens: readonly number[], limit: number): string =>
  `The answers have ${tokens.join(', ')} tokens. The limit is ${limit}.`;
export const wholeAnswer = 'whole answer';
export const seenPart = 'part that the judge sees';
export const answerAxis = 'answer';
export const tokensAxis = 'tokens';
export const limit = (tokens: number): string => `limit ${tokens} tokens`;
export const judgeButton = 'Judge the cut answers';
export const threeAnswers = 'three recorded answers';
export const hint = 'A token is counted as four characters. A real group is larger: 8 or 16 answers.';
