import { all, first, longestInputs, type Selector } from '../select/select.ts';

/** Which tests run, and in which order. Plain data, so that it can stand in a link. */
export type Selection =
  | { readonly kind: 'all' }
  | { readonly kind: 'longest'; readonly count: number }
  | { readonly kind: 'first'; readonly count: number };

export const ALL_TESTS: Selection = { kind: 'all' };

export function selectorOf(selection: Selection): Selector {
  switch (selection.kind) {
    case 'all':
      return all;
    case 'longest':
      return longestInputs(selection.count);
    case 'first':
      return first(selection.count);
  }
}

/** Returns the number of tests that run, of `total`. */
export function selectedCount(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : Math.min(selection.count, total);
}
