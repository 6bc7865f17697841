/** Texts of the comparers' rules, for choosing and explaining them. */
import type { Difference } from '../../domain/verdict.ts';
import type { ComparerName } from '../compare/comparers.ts';
import { SOURCES, type Rule } from '../profiles/rule.ts';
import type { Direction } from './xray-executions.ts';

type ByDifference = Readonly<Partial<Record<Difference['kind'], string>>>;

/**
 * A rule, and why it changes the verdict, by kind of difference: why this comparer rejects (`worse`), or why the
 * standard comparer rejects an output that this one accepts (`better`). A kind is missing if the text of the rule
 * is explanation enough.
 */
export type ComparerRule = Rule & Readonly<Partial<Record<Direction, ByDifference>>>;

/** Texts for a comparer that compares only words. */
const ignoringSpace = (sameWords: string): ByDifference => ({
  'line-count': `${sameWords}: how they are spread over lines does not count.`,
  line: `${sameWords}: what is between them does not count.`,
});

export const COMPARER_RULES: Readonly<Record<ComparerName, ComparerRule>> = {
  lcb: {
    title: 'Lines, numbers by Decimal',
    says: 'Stripped lines must be equal, or be lists of numbers that Decimal calls equal; values by Python’s ==.',
    source: SOURCES.lcbTesting,
  },
  exact: {
    title: 'Exactly the same text',
    says: 'Every character must be the same, white space at the end included; values by Python’s ==.',
    source: SOURCES.allpass,
    worse: { character: 'Every character must be the same, white space at the end included.' },
  },
  tokens: {
    title: 'Words',
    says: 'Words between white space must be the same, and values must look the same.',
    source: SOURCES.rewardKit,
    worse: {
      token: 'Words between white space must be the same text, numbers too.',
      value: 'Values must look the same, as Python shows them.',
    },
    better: {
      ...ignoringSpace('Words must be the same, one after the other'),
      value: 'Values need only look the same, as Python shows them.',
    },
  },
  float: {
    title: 'Numbers within 1e-6',
    says: 'Words must be the same, or be numbers within 1e-6, absolute or relative.',
    source: SOURCES.evalPlus,
    worse: { token: 'Words must be the same, or be finite numbers within 1e-6.' },
    better: {
      ...ignoringSpace('Words must be the same, or be numbers within 1e-6'),
      value: 'Where one of two numbers is a float, they may be 1e-6 apart, absolute or relative.',
    },
  },
  evalplus: {
    title: 'Values, floats within 1e-6',
    says: 'Values by Python’s ==; a float, or a list of as many items where all are expected to be floats, within 1e-6 and 1e-7 of its size; printed words likewise within 1e-6.',
    source: SOURCES.evalPlus,
    worse: { token: 'Words must be the same, or be finite numbers within 1e-6.' },
    better: {
      ...ignoringSpace('Words must be the same, or be numbers within 1e-6'),
      value: 'Where one of two numbers is a float, they may be 1e-6 and 1e-7 of their size apart.',
    },
  },
  nocase: {
    title: 'Words in any case, numbers within 1e-5',
    says: 'Words must be the same but for capitals, or be numbers within 1e-5.',
    source: SOURCES.codeContests,
    worse: {
      token: 'Words must be the same but for capitals, or be numbers less than 1e-5 apart.',
    },
    better: {
      ...ignoringSpace('Words must be the same but for capitals, or be numbers less than 1e-5 apart'),
      value: 'Where one of two numbers is a float, they may be 1e-6 apart, absolute or relative.',
    },
  },
  prefix: {
    title: 'Lines, as far as the shorter goes',
    says: 'Lines are compared in pairs, and the shorter text decides how many: a correct beginning passes.',
    source: SOURCES.openR1,
    worse: { line: 'Lines are compared as text: numbers and the spacing within a line too.' },
    better: {
      'line-count':
        'Lines are compared in pairs, and the shorter text decides how many: a correct beginning passes.',
    },
  },
  'prime-code': {
    title: 'Lines, or one number a line within 1e-5',
    says: 'Lines must be the same but for blank ones, or each be one number within 1e-5 of its size; a value may also be the first item of the expected list.',
    source: SOURCES.verlPrimeTests,
    worse: {
      line: 'Lines are compared as text, unless each is one number: numbers of one line, and the spacing within it, too.',
    },
    better: {
      'line-count': 'Blank lines do not count.',
      line: 'Lines that each are one number may be 1e-5 of their size apart.',
      value: 'A value may be the first item of the expected list.',
    },
  },
  printed: {
    title: 'The same text but for line feeds at the end',
    says: 'Every character must be the same but for line feeds at the end, and a value must be printed as its JSON is.',
    source: SOURCES.verlFusionTests,
    worse: {
      character: 'Every character must be the same but for line feeds at the end: white space too.',
      value:
        'A value is compared as it is printed, and the expected one as its JSON: text has quotes in JSON only.',
    },
    better: { value: 'A value need only be printed as the expected one is.' },
  },
  'nemo-gym': {
    title: 'Lines, floats within 1e-6, yes and no in any case',
    says: 'Stripped lines must be equal, be yes or no in any case, or be lists of numbers, decimals within 1e-6; values by ==, by JSON, or floats within 1e-5.',
    source: SOURCES.nemoGymTests,
    better: {
      line: 'Lines may be yes or no in any case, and numbers with a point or an exponent 1e-6 apart.',
      value: 'Values may have equal JSON, and floats be 1e-5 of their size apart.',
    },
  },
  'intellect-3': {
    title: 'Words of lines, or numbers within 1e-3',
    says: 'Words of lines that are not blank must be the same, or all words be numbers within 1e-3; a value may also be the first item of the expected list.',
    source: SOURCES.intellect3Compares,
    better: {
      'line-count': 'Blank lines do not count, and numbers may be spread over lines in any way.',
      line: 'Words must be the same, or all be numbers within 1e-3: what is between them does not count.',
      value: 'A value may be the first item of the expected list.',
    },
  },
  asserted: {
    title: 'Lines, values by ==',
    says: 'Lines as LiveCodeBench compares them; values by Python’s == as they are, so that a tuple is no list.',
    source: SOURCES.openInstructTests,
    worse: { value: 'Values are compared as they are: a tuple is no list.' },
  },
};
