/** Message of a browser that does not hash. */

export const noHashing = (): string =>
  'This page cannot compute SHA-256: the browser does so on https and on localhost alone. Open it there.';
