/** Sentences of the shell that the first screen has. */
import type { StorageTrouble } from '../../storage/trouble.ts';
import type { Theme } from '../../common/shell/state/preferences-state.svelte.ts';

// App.svelte
export const noSuchPage = 'No such page';
export const pageTitle = (title: string): string => `${title} · Allpass`;
export const skipToStatement = 'Skip to the statement';
export const skipToContent = 'Skip to the content';
export const skipToProgram = 'Skip to the program';

// Header.svelte and shell-commands.ts
export const commands = 'Commands';
export const judgeSamples = 'Judge the samples of a file';
export const themeName = (theme: Theme): string => `Theme: ${theme}`;

// Header.svelte
export const problemsButton = 'Problems';
export const pagesLabel = 'Pages';
export const themeButton = (theme: Theme, next: Theme): string => `Theme: ${theme}. Switch to ${next}`;

// Notices.svelte
export const dismissButton = 'Dismiss';

// DropTarget.svelte
export const dropHere = 'Drop problems to add them, samples to judge them';

// ShellDialogs.svelte
export const everywhereGroup = 'Everywhere';
export const dialogMissing = 'Not there';

// shell-commands.ts and pages.ts
export const importCommand = 'Import problems: files, addresses, Hugging Face';
export const keyboardCommand = 'Keyboard shortcuts';
export const goToPage = (label: string): string => `Go to ${label}`;

// start-page.ts, for troubles whose own sentence could not be loaded
export const storageTrouble = (trouble: StorageTrouble): string =>
  `Changes may not be stored (storage: ${trouble}). Reload the page.`;
export const pageIncomplete = (error: string): string =>
  `The page did not load completely (${error}). Reload it. Your stored data is safe.`;

// import-files.ts and passages.ts
export const importFailed = (error: string): string =>
  `The import failed (${error}). Try again, or reload the page.`;
export const passageNotLoaded = 'The code for that could not be loaded: try again, or reload the page.';
