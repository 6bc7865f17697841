import { BROWSE_COMMANDS } from './state/browse-commands.ts';
import type { Page } from '../../common/shell/page.ts';

export const problemsPage: Page = {
  name: 'problems',
  label: 'Problems',
  route: ({ problemsView }) => problemsView.route(),
  title: ({ problems, problemsView: { current } }) => {
    if (current.prepare !== null) return 'Prepare sets';
    const ref =
      current.problem === null ? null : problems.named({ problem: current.problem, in: current.in });
    return (ref && problems.find(ref)?.summary.title) ?? 'Problems';
  },
  load: () => import('./BrowsePage.svelte'),
  commands: BROWSE_COMMANDS,
};
