/** The sentences of a problem on its page. */
import { numberText } from '../../../base/number-words.ts';
import type { Problem } from '../../../domain/problem.ts';

// Statement.svelte
export const difficulty = 'Difficulty';
export const time = 'Time';
export const memory = 'Memory';
export const tests = 'Tests';
export const mode = 'Mode';
export const source = 'Source';
export const id = 'Id';

/** "2 public, 16 hidden": each follows a number. */
export const publicTests = 'public,';
export const hiddenTests = 'hidden';

export function modeName({ mode: name, functionName }: Pick<Problem, 'mode' | 'functionName'>): string {
  if (name === 'stdin') return 'stdin';
  return name === 'call' ? `call of ${functionName ?? 'a function'}` : 'Assert';
}

export const assertNote =
  "Assert: the problem's own check runs beside the program, with the expected values in it. " +
  'That is weaker than the other modes, where the page keeps them and compares.';

// Samples.svelte
export const samples = (count: number): string => (count === 1 ? 'Sample' : 'Samples');
/** The object of a copy button. */
export const allSamples = 'all samples';
export const copyAllButton = 'Copy all samples';
export const showMoreButton = (left: number): string => `Show more (${numberText(left)} samples left)`;

/** The two sides of a sample, by the mode of its problem. */
const SIDES = { call: 'Call', value: 'Value', input: 'Input', expected: 'Expected' } as const;
export type SampleSide = keyof typeof SIDES;

export const sideTitle = (side: SampleSide, number: number): string => `${SIDES[side]} ${number}`;
export const sideLabel = (side: SampleSide, number: number): string => `${SIDES[side]} of sample ${number}`;
/** The object of a copy button. */
export const copiedSide = (side: SampleSide, number: number): string =>
  `${SIDES[side].toLowerCase()} of sample ${number}`;

/** A sample in the text that is copied for all. */
export function copiedSample(number: number, sides: readonly (readonly [SampleSide, string])[]): string {
  return `Sample ${number}\n${sides.map(([side, text]) => `${SIDES[side]}:\n${text}\n`).join('')}`;
}
