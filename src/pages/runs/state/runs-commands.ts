/** Commands of the page of runs. */
import type { RunsNeeds } from './runs-needs.ts';
import type { Command } from '../../../kit/commands/command.ts';

type OnRuns = Command<Pick<RunsNeeds, 'runs' | 'runsView'>>;

function current({ runs, runsView }: Pick<RunsNeeds, 'runs' | 'runsView'>) {
  const { run } = runsView.current;
  return run === null ? null : (runs.current?.opened(run) ?? null);
}

const NEW_RUN: OnRuns = {
  id: 'new-run',
  name: 'New run',
  when: ({ runsView }) => runsView.current.making === null,
  run: ({ runsView }) => runsView.go({ run: null, making: 'model' }),
};

export const GO_ON: OnRuns = {
  id: 'go-on-run',
  name: 'Start the run, or go on with it',
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

export const RUNS_COMMANDS: readonly OnRuns[] = [NEW_RUN, GO_ON, PAUSE_RUN];
