/** The sentences that come from the state of imports. */

// imports-state.svelte.ts
/** The name of a set whose file is called like the bundled one. */
export const importedName = (name: string): string => `${name} (imported)`;

// set-writer.ts
/** Follows the name of a set. */
export const noRoom =
  'is larger than what this browser still stores: make room for the page and add it again';

// `remote-import-state.svelte.ts`
/** @param part the configuration and the split that the repository lacks */
export const hubLacksPart = (repository: string, part: string): string =>
  `${repository} has no ${part}: choose from what it has.`;
/** @param fault completes a sentence about the repository */
export const hubFailed = (repository: string, fault: string): string => `${repository} ${fault}.`;
