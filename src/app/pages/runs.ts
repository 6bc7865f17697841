import { RUNS_COMMANDS } from '../../ui/runs/runs-commands.ts';
import type { Page } from '../../ui/shell/page.ts';

export const runsPage: Page = {
  name: 'runs',
  label: 'Runs',
  route: ({ runsView }) => runsView.route(),
  title: ({ runs, runsView: { current } }) =>
    (current.run === null ? null : runs.current?.opened(current.run)?.run.name) ?? 'Runs',
  load: () => import('../../ui/runs/RunsPage.svelte'),
  commands: RUNS_COMMANDS,
};
