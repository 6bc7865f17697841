/** Sentences of the components that the first screen has. */
import { numberText } from '../../base/number-words.ts';

// CopyButton.svelte
export const copyButton = (what: string): string => `Copy ${what}`;
export const copied = (what: string): string => `Copied ${what}`;

// LinkRows.svelte
export const listNotLoaded = 'The rest of the list could not be loaded.';
export const loadListButton = 'Try again';

// Markdown.svelte
export const restOfLongText = 'From here on the text is too much to be set, and shown as it was written:';

// Modal.svelte
export const closeButton = 'Close';

// SourceText.svelte
export const charactersNotShown = (count: number): string =>
  `… and ${numberText(count)} more characters, which are not shown.`;

// TextBlock.svelte
export const emptyText = '(empty)';
export const showMoreButton = (charactersLeft: number): string =>
  `Show more (${numberText(charactersLeft)} characters left)`;
