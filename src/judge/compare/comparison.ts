/** The result of comparing an output with the expected one, and where they differ. */
import type { Difference } from '../../domain/verdict.ts';

export type OutputComparison =
  { readonly equal: true } | { readonly equal: false; readonly difference: Difference };

export function differing(difference: Difference): OutputComparison {
  return { equal: false, difference };
}
