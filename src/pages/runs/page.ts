import type { Page } from '../../kit/address/page.ts';
import type { RunsNeeds } from './needs.ts';
import { RUNS_CODEC, type RunsView } from './state/runs-view.ts';

const label = 'Runs';

export const RUNS_PAGE: Page<RunsNeeds, RunsView> = {
  label,
  codec: RUNS_CODEC,
  view: ({ runsView }) => runsView,
  title: ({ runs, runsView: { current } }) =>
    (current.audit !== null
      ? runs.current?.audits.opened(current.audit)?.audit.name
      : current.run !== null && runs.current?.opened(current.run)?.run.name) || label,
  load: () => import('./RunsPage.svelte'),
};
