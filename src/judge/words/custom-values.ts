/** The values that a key of a custom profile may have. */

export const oneOf = (names: readonly string[]): string => names.join(', ');
export const testsUpTo = (most: number): string => `all, longest-N or first-N (N from 1 to ${most})`;
export const secondsWithin = (least: number, most: number): string => `seconds from ${least} to ${most}`;
export const numberWithin = (least: number, most: number): string => `a number from ${least} to ${most}`;
