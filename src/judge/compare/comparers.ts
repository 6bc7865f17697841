/** The result of comparing an output with the expected one, and where they differ. */
import type { Difference } from '../../domain/verdict.ts';

/** The names of the rules by which outputs are compared. `comparisons.ts` has their functions. */
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

/** The result of comparing an output with the expected one, and where they differ. */
export type OutputComparison =
  { readonly equal: true } | { readonly equal: false; readonly difference: Difference };

export function unequal(difference: Difference): OutputComparison {
  return { equal: false, difference };
}
