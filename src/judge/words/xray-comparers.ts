/**
 * Why a comparer makes a difference, by where the outputs part: by its own rule (`worse`), or by the standard one that it
 * is milder than (`better`). Nothing where the difference tells no more than the comparer's whole rule.
 */
import type { Difference } from '../../domain/difference.ts';
import type { ComparerName } from '../profiles/comparers.ts';
import type { Direction } from './xray-executions.ts';

export type OtherComparer = Exclude<ComparerName, 'lcb'>;
type Told = Readonly<Partial<Record<Difference['kind'], string>>>;

/** The words of a text are compared, and nothing else of it. */
const words = (same: string): Pick<Told, 'line-count' | 'line'> => ({
  'line-count': `${same}: how they are spread over lines does not count.`,
  line: `${same}: what is between them does not count.`,
});

export const COMPARER_WORDS: Readonly<Record<OtherComparer, Readonly<Record<Direction, Told>>>> = {
  exact: {
    worse: { character: 'Every character must be the same, white space at the end included.' },
    better: {},
  },
  tokens: {
    worse: {
      token: 'Words between white space must be the same text, numbers too.',
      value: 'Values must look the same, as Python shows them.',
    },
    better: {
      ...words('Words must be the same, one after the other'),
      value: 'Values need only look the same, as Python shows them.',
    },
  },
  float: {
    worse: { token: 'Words must be the same, or be finite numbers within 1e-6.' },
    better: {
      ...words('Words must be the same, or be numbers within 1e-6'),
      value: 'Where one of two numbers is a float, they may be 1e-6 apart, absolute or relative.',
    },
  },
  evalplus: {
    worse: { token: 'Words must be the same, or be finite numbers within 1e-6.' },
    better: {
      ...words('Words must be the same, or be numbers within 1e-6'),
      value: 'Where one of two numbers is a float, they may be 1e-6 and 1e-7 of their size apart.',
    },
  },
  nocase: {
    worse: {
      token: 'Words must be the same but for capitals, or be numbers less than 1e-5 apart.',
    },
    better: {
      ...words('Words must be the same but for capitals, or be numbers less than 1e-5 apart'),
      value: 'Where one of two numbers is a float, they may be 1e-6 apart, absolute or relative.',
    },
  },
  prefix: {
    worse: { line: 'Lines are compared as text: numbers and the spacing within a line too.' },
    better: {
      'line-count':
        'Lines are compared in pairs, and the shorter text decides how many: a correct beginning passes.',
    },
  },
  'prime-code': {
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
    worse: {
      character: 'Every character must be the same but for line feeds at the end: white space too.',
      value:
        'A value is compared as it is printed, and the expected one as its JSON: text has quotes in JSON only.',
    },
    better: { value: 'A value need only be printed as the expected one is.' },
  },
  'nemo-gym': {
    worse: {},
    better: {
      line: 'Lines may be yes or no in any case, and numbers with a point or an exponent 1e-6 apart.',
      value: 'Values may have equal JSON, and floats be 1e-5 of their size apart.',
    },
  },
  'intellect-3': {
    worse: {},
    better: {
      'line-count': 'Blank lines do not count, and numbers may be spread over lines in any way.',
      line: 'Words must be the same, or all be numbers within 1e-3: what is between them does not count.',
      value: 'A value may be the first item of the expected list.',
    },
  },
  asserted: {
    worse: { value: 'Values are compared as they are: a tuple is no list.' },
    better: {},
  },
};
