/** Messages of errors that pass through any code until they are shown. */

export const noHashing = (): string =>
  'This page cannot compute SHA-256: the browser does so on https and on localhost alone. Open it there.';
export const workerNotStarted = (): string => 'the worker could not be started';
