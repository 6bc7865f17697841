/** Texts of the list of problems and its filters. */
import { counted } from '../../../base/number-words.ts';

// ProblemList.svelte
export const listRegion = 'Problems';
export const noMatches = 'No matching problems. Clear the search or a filter.';

// ProblemRow.svelte
export const tests = (count: number): string => counted(count, 'test');

// ProblemFilters.svelte
export const searchField = 'Search problems';
export const searchPlaceholder = 'Search problems ( / )';
export const difficultyFacet = 'Difficulty';
export const difficulties = { easy: 'easy', medium: 'medium', hard: 'hard' };
export const modeFacet = 'Mode';
/** The modes of problems, also in each row of the list. */
export const modes = { stdin: 'stdin', call: 'call', assert: 'Assert' };
export const progressFacet = 'State';
export const progresses = {
  solved: 'solved',
  failed: 'failed',
  answered: 'solved or tried by others',
  untouched: 'not started',
};
export const setFacet = 'Set';
export const setOption = (name: string, size: number): string => `${name} (${size})`;
export const everyOption = (facet: string): string => `${facet}: all`;
export const problems = (count: number): string => counted(count, 'problem');
export const clearButton = 'Clear';
export const removeSetButton = 'Remove this set';
export const importButton = 'Import problems';
