/** The names of the rules by which outputs are compared. `compare/comparisons.ts` has their functions. */
export const COMPARERS = [
  'lcb',
  'exact',
  'tokens',
  'float',
  'evalplus',
  'nocase',
  'prefix',
  'prime-code',
  'printed',
  'nemo-gym',
  'intellect-3',
  'asserted',
] as const;

export type ComparerName = (typeof COMPARERS)[number];
