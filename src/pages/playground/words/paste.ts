/** Sentences of the dialog that takes a pasted answer. */
import { numberText } from '../../../base/number-words.ts';

export const title = 'Paste an answer';
/** @param rules the rules in words: "by rLLM" */
export const introduction = (rules: string, problem: string): string =>
  `Paste the whole answer of a model, in Markdown. Its program is extracted ${rules} and judged on the tests of “${problem}”.`;
export const answerLabel = 'Answer';
export const nameLabel = 'Model name (optional)';
export const fileButton = 'Open a file…';
export const fileLabel = 'A file with an answer';
export const bareProgram =
  'This text is a Python program without a code block. Load it into the editor? You can restore your program afterwards.';
export const loadButton = 'Load into the editor';
export const extractedHeading = 'Extracted program';
export const judgeButton = 'Judge this answer';

/**
 * @param taken the block in words
 * @param reasoning characters of it; 0 for none
 */
export const toBeJudged = (taken: string, reasoning: number): string =>
  reasoning === 0
    ? `To be judged: ${taken}.`
    : `To be judged: ${taken}. ${numberText(reasoning)} characters of reasoning are kept apart.`;
export const noProgram = 'There is no program in it: it would be judged as “No code”, and earn nothing.';
export const tooLarge = (file: string, most: number): string =>
  `${file} is larger than any answer may be: ${numberText(most)} characters.`;
