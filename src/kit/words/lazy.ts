/** Sentences about parts of the page that could not be loaded or shown. */

export const tryAgainButton = 'Try again';

// Lazy.svelte
export const loading = 'Loading…';
export const notLoaded = 'This part of the page could not be loaded.';
export const notLoadedReason =
  'The network may be down, or a new version was published since you opened the page.';
export const notLoadedAgain =
  'Trying again did not help: the page’s server does not answer. Your program and your answers are kept.';

// Broken.svelte
export const notShown = 'This part of the page could not be shown';
export const restOfPageWorks = 'Nothing that is stored was touched, and the rest of the page works.';
export const notShownAgain =
  'Trying again did not help: reload the page, or go on with something else on it.';
export const reloadButton = 'Reload the page';
