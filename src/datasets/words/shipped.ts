/** Sentences about files that ship with Allpass. */

export const isBroken = (address: string): string => `${address} is broken: reload the page`;
export const isUnreachable = (address: string): string =>
  `${address} could not be reached: check the connection and reload`;
export const isNotServed = (address: string, status: number): string =>
  `${address} answered ${status}: reload the page`;
