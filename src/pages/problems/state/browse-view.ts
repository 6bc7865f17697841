/** The part of the URL that belongs to the problems page: the filters and the open problem. */
import { BUNDLED_SET, isMonth } from '../../../domain/problem.ts';
import { CHECKS, type TestCheck } from '../../../domain/strength.ts';
import { oneOf, readRows, rowsOf, writeRows } from '../../../kit/address/address-rows.ts';
import type { PageCodec } from '../../../kit/address/route.ts';

/**
 * Properties by which problems are filtered. The view contains the selected values of each; an empty list matches
 * all problems.
 */
export const FACETS = ['state', 'difficulty', 'mode', 'source', 'set', 'tests', 'flag'] as const;
export type Facet = (typeof FACETS)[number];

export const SORTS = ['listed', 'newest', 'oldest', 'easiest', 'hardest', 'fewest', 'most'] as const;
export type Sort = (typeof SORTS)[number];

export type BrowseView = Readonly<Record<Facet, readonly string[]>> & {
  readonly search: string;
  /** First and last month, such as `2024-05`, both inclusive; null for no limit. */
  readonly from: string | null;
  readonly to: string | null;
  /** The last month of a model's training data, or null if none is set. */
  readonly cutoff: string | null;
  readonly sort: Sort;
  readonly problem: string | null;
  /** The set of the problem; null for the first set that contains the id. */
  readonly in: string | null;
  /** Settings of the page that prepares sets, as a query string; null if the page shows the list. */
  readonly prepare: string | null;
  /** Name of the set whose tests are measured; null if the page shows the list. */
  readonly strength: string | null;
  /** The check whose findings are shown, 'any' for all problems with a finding; null for all problems. */
  readonly check: TestCheck | 'any' | null;
  /** Whether the form for a new problem is shown. */
  readonly write: boolean;
};

/** The view without filters. */
const ALL = {
  search: '',
  from: null,
  to: null,
  ...(Object.fromEntries(FACETS.map((facet) => [facet, []])) as unknown as Record<Facet, readonly string[]>),
};
const INITIAL: BrowseView = {
  ...ALL,
  cutoff: null,
  sort: 'listed',
  problem: null,
  in: null,
  prepare: null,
  strength: null,
  check: null,
  write: false,
};

const PREPARE = '/problems/prepare';
const STRENGTH = '/problems/strength';
const WRITE = '/problems/write';

const row = rowsOf<BrowseView>();
const text = (setting: string): string => setting;
const month = (setting: string): string | undefined => (isMonth(setting) ? setting : undefined);
/** Parses a list separated by commas. A comma inside a value is percent-encoded. */
const parseList = (setting: string): readonly string[] =>
  setting.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
const joinList = (values: readonly string[]): string | null =>
  values.length === 0
    ? null
    : values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

const ROWS = [
  row('search', 'search', text),
  ...FACETS.map((facet) => row(facet, facet, parseList, joinList)),
  row('from', 'from', month),
  row('to', 'to', month),
  row('cutoff', 'cutoff', month),
  row('sort', 'sort', oneOf(...SORTS)),
  row('problem', 'problem', text),
  row('in', 'in', text),
];

const STRENGTH_INITIAL: BrowseView = { ...INITIAL, strength: BUNDLED_SET };
const STRENGTH_ROWS = [
  row('strength', 'set', text),
  row('check', 'check', oneOf('any', ...(Object.keys(CHECKS) as TestCheck[]))),
];

export const BROWSE_CODEC: PageCodec<BrowseView> = {
  page: 'problems',
  initial: INITIAL,
  parse: (path, parameters) =>
    path === '/problems'
      ? readRows(ROWS, parameters, INITIAL)
      : path === PREPARE
        ? { ...INITIAL, prepare: parameters.toString() }
        : path === STRENGTH
          ? readRows(STRENGTH_ROWS, parameters, STRENGTH_INITIAL)
          : path === WRITE
            ? { ...INITIAL, write: true }
            : null,
  format: (view) => {
    if (view.write) return WRITE;
    if (view.strength !== null) return `${STRENGTH}${writeRows(STRENGTH_ROWS, view, STRENGTH_INITIAL)}`;
    return view.prepare === null
      ? `/problems${writeRows(ROWS, view, INITIAL)}`
      : `${PREPARE}${view.prepare && `?${view.prepare}`}`;
  },
};

/** The change that removes all filters. The sort order and the cutoff are kept. */
export const EVERYTHING: Partial<BrowseView> = ALL;

/** Returns the number of active facets, plus 1 for a date range. The search is not counted. */
export function filterCount(view: BrowseView): number {
  const dates = view.from === null && view.to === null ? 0 : 1;
  return FACETS.filter((facet) => view[facet].length > 0).length + dates;
}
