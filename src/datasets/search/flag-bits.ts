/** Flags of a problem in one number: a hundred thousand of them fit a small array. */
import type { Flag } from '../prepare/flags.ts';

export const FLAG_BITS: Readonly<Record<Flag, number>> = {
  'contradictory-tests': 1,
  'empty-outputs': 2,
  interactive: 4,
  'several-answers': 8,
  'wrong-tests': 16,
};
export const NO_FLAG = 32;
