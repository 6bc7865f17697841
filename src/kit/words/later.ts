/** Sentences of the components that the first screen does not have. */

// OptionLine.svelte
export const copiedLine = (server: string): string => `the line for ${server}`;

// SourceLink.svelte
export const sourceLink = 'Source';
export const sourceLinkSubject = (of: string): string => `: ${of} (opens in a new tab)`;

// WideTable.svelte
export const scrollSideways = 'Wider than this window: scroll the table sideways. →';
