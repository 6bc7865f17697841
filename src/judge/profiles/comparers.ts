/** The rules by which outputs are compared, as they are chosen and explained; `compare/comparisons.ts` has them at work. */
import { SOURCES, type Rule } from './rule.ts';

export const COMPARERS = {
  lcb: {
    title: 'Lines, numbers by Decimal',
    says: 'Stripped lines must be equal, or be lists of numbers that Decimal calls equal; values by Python’s ==.',
    source: SOURCES.lcbTesting,
  },
  exact: {
    title: 'Exactly the same text',
    says: 'Every character must be the same, white space at the end included; values by Python’s ==.',
    source: SOURCES.allpass,
  },
  tokens: {
    title: 'Words',
    says: 'Words between white space must be the same, and values must look the same.',
    source: SOURCES.rewardKit,
  },
  float: {
    title: 'Numbers within 1e-6',
    says: 'Words must be the same, or be numbers within 1e-6, absolute or relative.',
    source: SOURCES.evalPlus,
  },
  evalplus: {
    title: 'Values, floats within 1e-6',
    says: 'Values by Python’s ==, floats within 1e-6 and 1e-7 of their size; printed words likewise within 1e-6.',
    source: SOURCES.evalPlus,
  },
  nocase: {
    title: 'Words in any case, numbers within 1e-5',
    says: 'Words must be the same but for capitals, or be numbers within 1e-5.',
    source: SOURCES.codeContests,
  },
  prefix: {
    title: 'Lines, as far as the shorter goes',
    says: 'Lines are compared in pairs, and the shorter text decides how many: a correct beginning passes.',
    source: SOURCES.openR1,
  },
} as const satisfies Record<string, Rule>;

export type ComparerName = keyof typeof COMPARERS;
