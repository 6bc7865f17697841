/** What the address says of the page of problems: what is looked for, and which problem is open. */
import { oneOf, readRows, rowsOf, writeRows } from '../shell/address-rows.ts';
import type { PageCodec } from '../shell/page-codec.ts';

/** What problems are told apart by; each holds the values that fit, none for all of them. */
export const FACETS = ['state', 'difficulty', 'mode', 'source', 'set', 'tests', 'flag'] as const;
export type Facet = (typeof FACETS)[number];

export const SORTS = ['listed', 'newest', 'oldest', 'easiest', 'hardest', 'fewest', 'most'] as const;
export type Sort = (typeof SORTS)[number];

export type BrowseView = Readonly<Record<Facet, readonly string[]>> & {
  readonly search: string;
  /** Months, `2024-05`, both included; null where they begin and end by themselves. */
  readonly from: string | null;
  readonly to: string | null;
  /** The last month that a model's training has seen. */
  readonly cutoff: string | null;
  readonly sort: Sort;
  readonly problem: string | null;
  /** Its set, where it is not the first that has the id. */
  readonly in: string | null;
};

const NONE: readonly string[] = [];
const INITIAL: BrowseView = {
  search: '',
  state: NONE,
  difficulty: NONE,
  mode: NONE,
  source: NONE,
  set: NONE,
  tests: NONE,
  flag: NONE,
  from: null,
  to: null,
  cutoff: null,
  sort: 'listed',
  problem: null,
  in: null,
};

const row = rowsOf<BrowseView>();
const text = (written: string): string => written;
const month = (written: string): string | undefined =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(written) ? written : undefined;
/** Between commas; one that belongs to a value is written as in an address. */
const many = (written: string): readonly string[] =>
  written.split(',').map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%'));
const list = (values: readonly string[]): string | null =>
  values.length === 0
    ? null
    : values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

const ROWS = [
  row('search', 'search', text),
  ...FACETS.map((facet) => row(facet, facet, many, list)),
  row('from', 'from', month),
  row('to', 'to', month),
  row('cutoff', 'cutoff', month),
  row('sort', 'sort', oneOf(...SORTS)),
  row('problem', 'problem', text),
  row('in', 'in', text),
];

export const BROWSE_CODEC: PageCodec<BrowseView> = {
  initial: INITIAL,
  parse: (path, parameters) => (path === '/problems' ? readRows(ROWS, parameters, INITIAL) : null),
  format: (view) => `/problems${writeRows(ROWS, view, INITIAL)}`,
};

/** What narrows the list, taken away; the sorting and the cutoff stay. */
export const EVERYTHING: Partial<BrowseView> = {
  search: '',
  from: null,
  to: null,
  ...Object.fromEntries(FACETS.map((facet) => [facet, NONE])),
};

/** How many facets, and the dates, narrow the list; the search not counted. */
export function narrowing(view: BrowseView): number {
  const dates = view.from === null && view.to === null ? 0 : 1;
  return FACETS.filter((facet) => view[facet].length > 0).length + dates;
}
