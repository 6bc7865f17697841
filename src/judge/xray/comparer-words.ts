/**
 * Why a comparer makes a difference, by where the outputs part: by its own rule (`worse`), or by the standard one that it
 * is milder than (`better`). Nothing where the difference tells no more than the comparer's whole rule.
 */
import type { Difference } from '../../domain/difference.ts';
import type { ComparerName } from '../profiles/comparers.ts';
import type { Direction } from './execution-words.ts';

export type OtherComparer = Exclude<ComparerName, 'lcb'>;
export type DifferenceKind = Difference['kind'];
export const DIFFERENCE_KINDS = [
  'line-count',
  'line',
  'token',
  'token-count',
  'character',
  'value',
  'unreadable',
] as const satisfies readonly DifferenceKind[];

type Told = Readonly<Record<DifferenceKind, string | null>>;

const UNTOLD = Object.fromEntries(DIFFERENCE_KINDS.map((parting) => [parting, null])) as Told;
/** The words of a text are compared, and nothing else of it. */
const words = (same: string): Pick<Told, 'line-count' | 'line'> => ({
  'line-count': `${same}: how they are spread over lines does not count.`,
  line: `${same}: what is between them does not count.`,
});

export const COMPARER_WORDS: Readonly<Record<OtherComparer, Readonly<Record<Direction, Told>>>> = {
  exact: {
    worse: { ...UNTOLD, character: 'Every character must be the same, white space at the end included.' },
    better: UNTOLD,
  },
  tokens: {
    worse: {
      ...UNTOLD,
      token: 'Words between white space must be the same text, numbers too.',
      value: 'Values must look the same, as Python shows them.',
    },
    better: {
      ...UNTOLD,
      ...words('Words must be the same, one after the other'),
      value: 'Values need only look the same, as Python shows them.',
    },
  },
  float: {
    worse: { ...UNTOLD, token: 'Words must be the same, or be finite numbers within 1e-6.' },
    better: {
      ...UNTOLD,
      ...words('Words must be the same, or be numbers within 1e-6'),
      value: 'Where one of two numbers is a float, they may be 1e-6 apart, absolute or relative.',
    },
  },
  evalplus: {
    worse: { ...UNTOLD, token: 'Words must be the same, or be finite numbers within 1e-6.' },
    better: {
      ...UNTOLD,
      ...words('Words must be the same, or be numbers within 1e-6'),
      value: 'Where one of two numbers is a float, they may be 1e-6 and 1e-7 of their size apart.',
    },
  },
  nocase: {
    worse: {
      ...UNTOLD,
      token: 'Words must be the same but for capitals, or be numbers less than 1e-5 apart.',
    },
    better: {
      ...UNTOLD,
      ...words('Words must be the same but for capitals, or be numbers less than 1e-5 apart'),
      value: 'Where one of two numbers is a float, they may be 1e-6 apart, absolute or relative.',
    },
  },
  prefix: {
    worse: { ...UNTOLD, line: 'Lines are compared as text: numbers and the spacing within a line too.' },
    better: {
      ...UNTOLD,
      'line-count':
        'Lines are compared in pairs, and the shorter text decides how many: a correct beginning passes.',
    },
  },
};
