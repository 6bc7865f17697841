/** Commands of the page of runs. */
import type { RunsNeeds } from './runs-needs.ts';
import type { RunState } from './run-state.svelte.ts';
import { RUN_ACTIONS, type RunAction } from './runs-view.ts';
import type { Command } from '../../../kit/commands/command.ts';
import * as words from '../words/commands.ts';

type OnRuns = Command<Pick<RunsNeeds, 'runs' | 'runsView'>>;

function current({ runs, runsView }: Pick<RunsNeeds, 'runs' | 'runsView'>) {
  const { run } = runsView.current;
  return run === null ? null : (runs.current?.opened(run) ?? null);
}

const NEW_RUN: OnRuns = {
  id: 'new-run',
  name: words.newRun,
  when: ({ runsView }) => runsView.current.making === null,
  run: ({ runsView }) => runsView.go({ run: null, making: 'model' }),
};

export const GO_ON: OnRuns = {
  id: 'go-on-run',
  name: words.resumeRun,
  keys: 'Mod+Enter',
  when: (app) => current(app)?.busy === false && current(app)!.left > 0,
  run: (app) => void current(app)?.start(),
};

const PAUSE_RUN: OnRuns = {
  id: 'pause-run',
  name: words.pauseRun,
  when: (app) => current(app)?.phase === 'running',
  run: (app) => current(app)?.pause(),
};

/** Whether a run has this action: most have no cut-off answers that a model could give again. */
export function offers(action: RunAction, { run, cutOff }: RunState): boolean {
  return action !== 'redraw' || (run.source.type === 'model' && cutOff.length > 0);
}

const ACTIONS: readonly OnRuns[] = RUN_ACTIONS.map((action) => ({
  id: `${action}-run`,
  name: words.actions[action],
  when: (app) => {
    const opened = current(app);
    return opened !== null && app.runsView.current.with.length === 0 && offers(action, opened);
  },
  run: ({ runsView }) => runsView.adjust({ problem: null, in: null, sample: null, action }),
}));

export const RUNS_COMMANDS: readonly OnRuns[] = [NEW_RUN, GO_ON, PAUSE_RUN, ...ACTIONS];
