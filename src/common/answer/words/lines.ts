/** The sentences of AnswerLines.svelte and taken-block.ts. */
import { numberText } from '../../../base/number-words.ts';

// AnswerLines.svelte
export const answerLabel = 'The answer, with the extracted program marked';
export const charactersCut = (count: number): string => `… (${numberText(count)} more characters)`;
export const showLessButton = 'Show less';
export const showWholeButton = (hiddenLines: number): string =>
  `Show the whole answer (${numberText(hiddenLines)} more lines)`;

// taken-block.ts
export const nothingTaken = 'Nothing';

/** "Lines 14–30", counted from 1; "Line 14" for a single one. */
export function linesTaken(first: number, last: number): string {
  return first === last ? `Line ${first}` : `Lines ${first}–${last}`;
}

/** "Block 2 of 3, text". @param tag '' for none */
export function blockTaken(number: number, count: number, tag: string): string {
  return `Block ${number} of ${count}, ${tag === '' ? 'no tag' : tag.slice(0, 20)}`;
}
