/** The functions that compare outputs, by comparer name. The names are in `comparers.ts`. */
import type { ComparerName, OutputComparison } from './comparers.ts';
import {
  compareCodeContests,
  compareExact,
  compareFloat,
  compareLines,
  compareReprs,
  compareTokens,
} from './texts.ts';
import {
  compareAsserted,
  compareIntellect3,
  compareNemoGym,
  compareNemoGymValue,
  compareOrFirst,
  comparePrefix,
  comparePrimeCode,
  comparePrimeCodeText,
  comparePrinted,
  comparePrintedValue,
} from './trainers.ts';
import type { PyValue } from './value-text.ts';
import { compareApproximately, compareEvalPlus } from './approximate-values.ts';
import { compareValues } from './values.ts';

/** Compares an output with the expected output: printed text, or a value in call mode. */
export interface Comparer {
  readonly text: (expected: string, got: string) => OutputComparison;
  readonly value: (expected: PyValue, got: PyValue) => OutputComparison;
}

export const COMPARISONS: Readonly<Record<ComparerName, Comparer>> = {
  lcb: { text: compareLines, value: compareValues },
  exact: { text: compareExact, value: compareValues },
  tokens: { text: compareTokens, value: compareReprs },
  float: { text: compareFloat, value: compareApproximately },
  evalplus: { text: compareFloat, value: compareEvalPlus },
  nocase: { text: compareCodeContests, value: compareApproximately },
  prefix: { text: comparePrefix, value: compareValues },
  'prime-code': { text: comparePrimeCodeText, value: comparePrimeCode },
  printed: { text: comparePrinted, value: comparePrintedValue },
  'nemo-gym': { text: compareNemoGym, value: compareNemoGymValue },
  'intellect-3': { text: compareIntellect3, value: compareOrFirst },
  asserted: { text: compareLines, value: compareAsserted },
};
