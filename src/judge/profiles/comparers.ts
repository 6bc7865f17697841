import { compareCodeContests } from '../compare/code-contests.ts';
import type { Comparison } from '../compare/comparison.ts';
import { compareExact } from '../compare/exact.ts';
import { compareFloat } from '../compare/float.ts';
import { compareLines } from '../compare/lines.ts';
import { comparePrefix } from '../compare/prefix.ts';
import { compareTokens } from '../compare/tokens.ts';
import type { PyValue } from '../compare/value-text.ts';
import { compareApproximately, compareEvalPlus } from '../compare/approximate-values.ts';
import { compareReprs } from '../compare/reprs.ts';
import { compareValues } from '../compare/values.ts';
import { SOURCES, type Rule } from './rule.ts';

/** Holds what came out against what was expected: printed text, or in call mode a value. */
export interface Comparer extends Rule {
  /** @param got null when the output was no UTF-8 */
  readonly text: (expected: string, got: string | null) => Comparison;
  readonly value: (expected: PyValue, got: PyValue) => Comparison;
}

export const COMPARERS = {
  lcb: {
    title: 'Lines, numbers by Decimal',
    says: 'Stripped lines must be equal, or be lists of numbers that Decimal calls equal; values by Python’s ==.',
    source: SOURCES.lcbTesting,
    text: compareLines,
    value: compareValues,
  },
  exact: {
    title: 'Exactly the same text',
    says: 'Every character must be the same, white space at the end included; values by Python’s ==.',
    source: SOURCES.allpass,
    text: compareExact,
    value: compareValues,
  },
  tokens: {
    title: 'Words',
    says: 'Words between white space must be the same, and values must look the same.',
    source: SOURCES.rewardKit,
    text: compareTokens,
    value: compareReprs,
  },
  float: {
    title: 'Numbers within 1e-6',
    says: 'Words must be the same, or be numbers within 1e-6, absolute or relative.',
    source: SOURCES.evalPlus,
    text: compareFloat,
    value: compareApproximately,
  },
  evalplus: {
    title: 'Values, floats within 1e-6',
    says: 'Values by Python’s ==, floats within 1e-6 and 1e-7 of their size; printed words likewise within 1e-6.',
    source: SOURCES.evalPlus,
    text: compareFloat,
    value: compareEvalPlus,
  },
  nocase: {
    title: 'Words in any case, numbers within 1e-5',
    says: 'Words must be the same but for capitals, or be numbers within 1e-5.',
    source: SOURCES.codeContests,
    text: compareCodeContests,
    value: compareApproximately,
  },
  prefix: {
    title: 'Lines, as far as the shorter goes',
    says: 'Lines are compared in pairs, and the shorter text decides how many: a correct beginning passes.',
    source: SOURCES.openR1,
    text: comparePrefix,
    value: compareValues,
  },
} as const satisfies Record<string, Comparer>;

export type ComparerName = keyof typeof COMPARERS;
