/** The result of holding an output against the expected one, with the place where they part. */
import type { Difference } from '../../domain/difference.ts';

export type OutputComparison =
  { readonly equal: true } | { readonly equal: false; readonly difference: Difference };

export function differing(difference: Difference): OutputComparison {
  return { equal: false, difference };
}
