/** The rules by which outputs are compared, by name; `compare/comparisons.ts` has them at work. */
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
