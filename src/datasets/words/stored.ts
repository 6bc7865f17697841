/** Sentences about files that ship with Allpass, and about sets that are stored. */

export const shippedIsBroken = (address: string): string => `${address} is broken: reload the page`;
export const shippedIsNotReached = (address: string): string =>
  `${address} could not be reached: check the connection and reload`;
export const shippedIsRefused = (address: string, status: number): string =>
  `${address} answered ${status}: reload the page`;
export const setsHaveChanged = (): string =>
  'a set was removed or imported anew meanwhile: open this page again';
