/** Sentences of the list of problems and of the sheet of one problem. */
import { byteText, counted, numberText } from '../../../base/number-words.ts';
import type { Flag } from '../../../datasets/prepare/flags.ts';

// browse-commands.ts
export const searchCommand = 'Search problems';
export const previousCommand = 'Previous problem';
export const nextCommand = 'Next problem';
export const openCommand = 'Open in the playground';
export const clearCommand = 'Clear the search and all filters';
export const writeCommand = 'Write a problem';

// set-reading.svelte.ts
export const notSearched = (set: string, error: string): string =>
  `The statements of ${set} cannot be searched (${error}): reload the page to try again.`;
export const notStored = (statements: number, set: string): string =>
  `${statements} statements of ${set} are not stored, and only their titles are searched: reload the page, or import the set again.`;

// Browse.svelte
export const title = 'Problems';
export const searchPlaceholder = 'Search titles, ids, tags and statements';
export const importButton = 'Import…';
export const prepareLink = 'Prepare sets…';
export const filtersButton = (narrowed: number): string =>
  narrowed > 0 ? `Filters (${narrowed})` : 'Filters';
export const matchingLabel = 'Matching problems';
export const counting = 'Counting…';
export const allFound = (all: number): string => counted(all, 'problem');
export const someFound = (found: number, all: number): string =>
  `${numberText(found)} of ${counted(all, 'problem')}`;
export const clearButton = 'Clear';
export const readingSet = (name: string, read: number, of: number): string =>
  `Reading the statements of ${name}: ${numberText(read)} of ${numberText(of)}. Until then the search covers titles, and flags are unknown.`;
export const orderLabel = 'Order';
export const sortNames = {
  listed: 'Default',
  newest: 'newest first',
  oldest: 'oldest first',
  easiest: 'easiest first',
  hardest: 'hardest first',
  fewest: 'fewest tests first',
  most: 'most tests first',
};
export const noProblems = 'There are no problems. Import a data set.';
export const noMatchingProblems = 'No matching problems. Clear the search or a filter.';

// BrowseRow.svelte
export const afterCutoff = 'after the training cutoff';
export const testCount = (tests: number): string => counted(tests, 'test');

// Facets.svelte
export const facetNames = {
  state: 'State',
  difficulty: 'Difficulty',
  mode: 'Mode',
  source: 'Source',
  set: 'Set',
  tests: 'Tests',
  flag: 'Flags',
};
export const showMoreButton = (values: number): string => `Show ${values} more`;

/** Names of values whose own name is not readable. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: { answered: 'solved or tried by others' },
  mode: { assert: 'Assert' },
  difficulty: { unknown: 'unknown' },
  flag: {
    'contradictory-tests': 'contradictory tests',
    'empty-outputs': 'no outputs',
    interactive: 'interactive',
    'several-answers': 'several answers',
    'wrong-tests': 'wrong tests',
    none: 'none',
  } satisfies Record<Flag | 'none', string>,
};

export function valueName(facet: keyof typeof facetNames, value: string): string {
  return VALUE_NAMES[facet]?.[value] ?? value;
}

// DateRange.svelte and ProblemSheet.svelte
export const date = 'Date';

// DateRange.svelte
export const fromLabel = 'From';
export const toLabel = 'To';
export const cutoffLabel = 'A model’s training cutoff';
export const laterButton = 'Show only later problems';
export const cutoffHint =
  'The last month in the model’s training data. The model may have seen earlier problems.';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `May 2024`. @param month months since the year 0 */
export function monthName(month: number): string {
  return `${MONTHS[month % 12]} ${Math.floor(month / 12)}`;
}

// Sets.svelte
export const setsHeading = 'Imported sets';
export const problemCount = (problems: number): string => counted(problems, 'problem');
export const removeQuestion =
  'Remove the set from this browser? Your programs and verdicts on its problems are kept.';
export const removeButton = 'Remove';
export const keepButton = 'Keep';
export const showReportButton = 'Show report';
export const askToRemoveButton = 'Remove…';
export const spaceUsed = (used: number, most: number): string =>
  `This page stores ${byteText(used)} of the ${byteText(most)} that the browser gives it, models included.`;

// ProblemSheet.svelte
export const breadcrumbLabel = 'Breadcrumb';
export const position = (at: number, of: number): string => `${numberText(at)} of ${numberText(of)}`;
export const nextButton = 'Next';
export const previousButton = 'Previous';
export const opening = 'Opening…';
export const aboutHeading = 'About this problem';
export const setTerm = 'Set';
export const bundledSet = 'comes with Allpass';
export const notGiven = 'not said by its source';
/** A date, and a sentence on whether a model may have seen the problem. */
export const dateAndCutoff = (date: string, isAfterCutoff: boolean): string =>
  `${date}. ${isAfterCutoff ? 'Published after the training cutoff.' : 'Published before the training cutoff. The model may have seen it.'}`;
export const licenseTerm = 'License';
export const outputsTerm = 'Outputs are';
export const outputsAsserted = 'checked by the problem’s own Python';
export const outputsCompared = 'compared';
export const outputsChecked = 'checked by a checker of the problem';
export const tagsTerm = 'Tags';
export const flagsTerm = 'Flags';
export const flagsUnknown = 'not known: its statement could not be read';
export const flagsWanted = 'being looked for';
export const noFlags = 'none';
export const flagSentence = (flag: string): string => `This problem ${flag}.`;
export const progressTerm = 'So far';
export const notOpened = (error: string): string =>
  `The problem could not be opened (${error}): reload the page, or import its set again.`;
export const missingTitle = 'No such problem';
export const missingBefore = 'No set here has a problem';
export const missingAfter = ': import its set, or go back to';
export const missingLink = 'all problems';
