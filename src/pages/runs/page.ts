import { RUNS_COMMANDS } from './state/runs-commands.ts';
import type { Page } from '../../kit/address/page.ts';
import type { RunsNeeds } from './state/runs-needs.ts';
import { RUNS_CODEC, type RunsView } from './state/runs-view.ts';

export const RUNS_PAGE: Page<RunsNeeds, RunsView> = {
  label: 'Runs',
  codec: RUNS_CODEC,
  view: ({ runsView }) => runsView,
  title: ({ runs, runsView: { current } }) =>
    (current.run === null ? null : runs.current?.opened(current.run)?.run.name) ?? 'Runs',
  load: () => import('./RunsPage.svelte'),
  commands: RUNS_COMMANDS,
};
