/** The functions that compare outputs, by comparer name. The names are in `profiles/comparers.ts`. */
import type { ComparerName } from '../profiles/comparers.ts';
import { compareCodeContests } from './code-contests.ts';
import type { OutputComparison } from './comparison.ts';
import { compareExact } from './exact.ts';
import { compareAsserted, compareOrFirst, comparePrimeCode } from './first-item.ts';
import { compareFloat } from './float.ts';
import { compareIntellect3 } from './intellect-3.ts';
import { compareLines } from './lines.ts';
import { compareNemoGym, compareNemoGymValue } from './nemo-gym.ts';
import { comparePrefix } from './prefix.ts';
import { comparePrimeCodeText } from './prime-code.ts';
import { comparePrinted, comparePrintedValue } from './printed.ts';
import { compareReprs, compareTokens } from './tokens.ts';
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
