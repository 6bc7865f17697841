import { all, first, longestInputs, type Selector } from '../select/select.ts';
import { SOURCES, type Rule } from './rule.ts';

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

export function selectionRule(selection: Selection): Rule {
  switch (selection.kind) {
    case 'all':
      return {
        title: 'All tests',
        says: 'Every test runs, in the order of the data set.',
        source: SOURCES.rllm,
      };
    case 'longest':
      return {
        title: `The ${selection.count} longest inputs`,
        says: `If there are more than ${selection.count} tests, only those with the longest inputs run.`,
        source: SOURCES.deepcoder,
      };
    case 'first':
      return {
        title: `The first ${selection.count}`,
        says: `Only the first ${selection.count} tests run.`,
        source: SOURCES.allpass,
      };
  }
}
