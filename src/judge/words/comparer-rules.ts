/** The rules by which outputs are compared, as they are chosen and explained. */
import type { ComparerName } from '../profiles/comparers.ts';
import { SOURCES, type Rule } from '../profiles/rule.ts';

export const COMPARER_RULES: Readonly<Record<ComparerName, Rule>> = {
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
    says: 'Values by Python’s ==; a float, or a list of as many items where all are expected to be floats, within 1e-6 and 1e-7 of its size; printed words likewise within 1e-6.',
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
  'prime-code': {
    title: 'Lines, or one number a line within 1e-5',
    says: 'Lines must be the same but for blank ones, or each be one number within 1e-5 of its size; a value may also be the first item of the expected list.',
    source: SOURCES.verlPrimeTests,
  },
  printed: {
    title: 'The same text but for line feeds at the end',
    says: 'Every character must be the same but for line feeds at the end, and a value must be printed as its JSON is.',
    source: SOURCES.verlFusionTests,
  },
  'nemo-gym': {
    title: 'Lines, floats within 1e-6, yes and no in any case',
    says: 'Stripped lines must be equal, be yes or no in any case, or be lists of numbers, decimals within 1e-6; values by ==, by JSON, or floats within 1e-5.',
    source: SOURCES.nemoGymTests,
  },
  'intellect-3': {
    title: 'Words of lines, or numbers within 1e-3',
    says: 'Words of lines that are not blank must be the same, or all words be numbers within 1e-3; a value may also be the first item of the expected list.',
    source: SOURCES.intellect3Compares,
  },
  asserted: {
    title: 'Lines, values by ==',
    says: 'Lines as LiveCodeBench compares them; values by Python’s == as they are, so that a tuple is no list.',
    source: SOURCES.openInstructTests,
  },
};
