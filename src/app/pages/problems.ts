import { BROWSE_COMMANDS } from '../../ui/browse/browse-commands.ts';
import type { Page } from '../../ui/shell/page.ts';

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
  load: () => import('../../ui/browse/BrowsePage.svelte'),
  commands: BROWSE_COMMANDS,
};
