import type { Page } from '../../kit/address/page.ts';
import type { ProblemsNeeds } from './state/problems-needs.ts';
import { BROWSE_CODEC, type BrowseView } from './state/browse-view.ts';
import * as words from './words/page.ts';

export const PROBLEMS_PAGE: Page<ProblemsNeeds, BrowseView> = {
  label: words.label,
  codec: BROWSE_CODEC,
  view: ({ problemsView }) => problemsView,
  title: ({ problems, problemsView: { current } }) => {
    if (current.write) return words.writeTitle;
    if (current.prepare !== null) return words.prepareTitle;
    const ref =
      current.problem === null ? null : problems.named({ problem: current.problem, in: current.in });
    return (ref && problems.find(ref)?.summary.title) ?? words.label;
  },
  load: () => import('./BrowsePage.svelte'),
};
