import type { Page } from '../../kit/address/page.ts';
import type { ProblemsNeeds } from './state/problems-needs.ts';
import { BROWSE_CODEC, type BrowseView } from './state/browse-view.ts';

export const PROBLEMS_PAGE: Page<ProblemsNeeds, BrowseView> = {
  label: 'Problems',
  codec: BROWSE_CODEC,
  view: ({ problemsView }) => problemsView,
  title: ({ problems, problemsView: { current } }) => {
    if (current.write) return 'Write a problem';
    if (current.prepare !== null) return 'Prepare sets';
    if (current.strength !== null) return 'Strength of tests';
    const ref =
      current.problem === null ? null : problems.refOfAddress({ problem: current.problem, in: current.in });
    return (ref && problems.find(ref)?.summary.title) ?? 'Problems';
  },
  load: () => import('./BrowsePage.svelte'),
};
