/** Sentences of the state that the places of Learn share. */

// group-reader.ts
export const noAnswerInJson =
  'This JSON holds no answer: expected rows of a samples.jsonl, or a response with “choices”.';
export const rowsLeftOut = (count: number): string =>
  `${count} ${count === 1 ? 'row is' : 'rows are'} for other problems, and left out.`;
export const rowFault = (line: number, field: string, message: string): string =>
  `Line ${line}: ${field === '' ? '' : `"${field}" `}${message}.`;
export const moreFaults = (lines: number): string => `And ${lines} more lines.`;

// group-state.svelte.ts
export const groupIsFull = (most: number, leftOut: number): string =>
  `A group has ${most} answers at most: the last ${leftOut} were left out.`;

// gym-state.svelte.ts
export const gymJudgeFailed = (error: string): string => `The judge failed (${error}). Try again.`;

// trials-state.svelte.ts
export const judgeStopped = (error: string): string => `The judge stopped (${error}). Try again.`;

// lab-state.svelte.ts
export const runBroke = (error: string): string =>
  `The run stopped with an error (${error}). Start it again. Its steps are kept.`;
