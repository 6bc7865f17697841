import { RUNS_COMMANDS } from './state/runs-commands.ts';
import type { Page } from '../../common/shell/page.ts';

export const runsPage: Page = {
  name: 'runs',
  label: 'Runs',
  route: ({ runsView }) => runsView.route(),
  title: ({ runs, runsView: { current } }) =>
    (current.run === null ? null : runs.current?.opened(current.run)?.run.name) ?? 'Runs',
  load: () => import('./RunsPage.svelte'),
  commands: RUNS_COMMANDS,
};
