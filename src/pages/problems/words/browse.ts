/** Words of the page of problems. */
import type { Flag } from '../../../datasets/prepare/flags.ts';
import type { Facet, Sort } from '../state/browse-view.ts';
import { monthNumber } from '../state/facet-table.ts';

export const FACET_LABELS: Readonly<Record<Facet, string>> = {
  state: 'State',
  difficulty: 'Difficulty',
  mode: 'Mode',
  source: 'Source',
  set: 'Set',
  tests: 'Tests',
  flag: 'Flags',
};

/** Words for values whose own name is not readable. */
const VALUE_WORDS: Partial<Record<Facet, Readonly<Record<string, string>>>> = {
  state: { answered: 'solved or tried by others' },
  mode: { assert: 'Assert' },
  difficulty: { unknown: 'unknown' },
  flag: {
    'contradictory-tests': 'contradictory tests',
    'empty-outputs': 'no outputs',
    interactive: 'interactive',
    'several-answers': 'several answers',
    'wrong-tests': 'wrong tests',
    none: 'none',
  } satisfies Record<Flag | 'none', string>,
};

export function valueWords(facet: Facet, value: string): string {
  return VALUE_WORDS[facet]?.[value] ?? value;
}

export const SORT_WORDS: Readonly<Record<Sort, string>> = {
  listed: 'Default',
  newest: 'newest first',
  oldest: 'oldest first',
  easiest: 'easiest first',
  hardest: 'hardest first',
  fewest: 'fewest tests first',
  most: 'most tests first',
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `May 2024`. */
export function monthWords(month: number): string {
  return `${MONTHS[month % 12]} ${Math.floor(month / 12)}`;
}

/** A problem's day and a model's last month: whether the model may have seen it. Null where one is not known. */
export function cutoffWords(date: string | undefined, cutoff: string | null): string | null {
  const [month, last] = [monthNumber(date ?? ''), monthNumber(cutoff ?? '')];
  if (month === null || last === null) return null;
  return month > last
    ? 'Published after the training cutoff.'
    : 'Published before the training cutoff. The model may have seen it.';
}
