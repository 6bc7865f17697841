/** Commands of the page of runs. */
import type { RunsNeeds } from './needs.ts';
import type { RunState } from './state/run.svelte.ts';
import { RUN_ACTIONS, type RunAction } from './state/runs-view.ts';
import type { Command } from '../../kit/commands/command.ts';

type OnRuns = Command<RunsNeeds>;

function current({ runs, runsView }: RunsNeeds): RunState | null {
  const { run } = runsView.current;
  return run === null ? null : (runs.current?.opened(run) ?? null);
}

const NEW_RUN: OnRuns = {
  id: 'new-run',
  name: 'New run',
  when: ({ runsView }) => runsView.current.making === null,
  run: ({ runsView }) => runsView.go({ run: null, making: 'model' }),
};

export const RESUME_RUN: OnRuns = {
  id: 'go-on-run',
  name: 'Start or resume the run',
  keys: 'Mod+Enter',
  when: (app) => current(app)?.busy === false && current(app)!.left > 0,
  run: (app) => void current(app)?.start(),
};

const PAUSE_RUN: OnRuns = {
  id: 'pause-run',
  name: 'Pause the run',
  when: (app) => current(app)?.phase === 'running',
  run: (app) => current(app)?.pause(),
};

/** Names of the actions on a whole run, and of their forms. */
export const ACTION_NAMES: Readonly<Record<RunAction, string>> = {
  compare: 'Compare with other runs',
  regrade: 'Regrade the run',
  export: 'Export the run',
  more: 'Request more samples',
  redraw: 'Ask the cut-off answers again',
};

/** Whether an action is available for a run. For example, most runs have no truncated answers to request again. */
export function isOffered(action: RunAction, { run, cutOff }: RunState): boolean {
  return action !== 'redraw' || (run.source.type === 'model' && cutOff.length > 0);
}

const ACTIONS: readonly OnRuns[] = RUN_ACTIONS.map((action) => ({
  id: `${action}-run`,
  name: ACTION_NAMES[action],
  when: (app) => {
    const runState = current(app);
    return runState !== null && app.runsView.current.with.length === 0 && isOffered(action, runState);
  },
  run: ({ runsView }) => runsView.adjust({ problem: null, in: null, sample: null, action }),
}));

export const RUNS_COMMANDS: readonly OnRuns[] = [NEW_RUN, RESUME_RUN, PAUSE_RUN, ...ACTIONS];
