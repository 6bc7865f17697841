/** The choices of tests, as they are chosen and explained. */
import { SOURCES, type Rule } from '../profiles/rule.ts';
import type { Selection } from '../profiles/selection.ts';

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
