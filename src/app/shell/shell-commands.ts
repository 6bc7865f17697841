/** Commands of every page. */
import type { AppState } from '../pages.ts';
import { THEMES } from '../../common/shell/shell-states.svelte.ts';
import type { Command } from '../../kit/commands/command.ts';

export const OPEN_PALETTE: Command<AppState> = {
  id: 'palette',
  name: 'Commands',
  keys: 'Mod+K',
  run: ({ shell }) => void (shell.dialog = 'palette'),
};

const IMPORT_PROBLEMS: Command<AppState> = {
  id: 'import',
  name: 'Import problems: files, addresses, Hugging Face',
  run: ({ shell }) => void (shell.dialog = 'import'),
};

const JUDGE_SAMPLES: Command<AppState> = {
  id: 'samples-file',
  name: 'Judge the samples of a file',
  run: ({ runsView }) => runsView.go({ run: null, making: 'samples' }),
};

const OPEN_TRAINING_RUN: Command<AppState> = {
  id: 'training-run',
  name: 'Open a training run',
  run: ({ runsView }) => runsView.go({ run: null, making: 'training' }),
};

export const KEYBOARD_HELP: Command<AppState> = {
  id: 'keyboard',
  name: 'Keyboard shortcuts',
  keys: '?',
  run: ({ shell }) => void (shell.dialog = 'keyboard'),
};

export const SHELL_COMMANDS: readonly Command<AppState>[] = [
  OPEN_PALETTE,
  KEYBOARD_HELP,
  IMPORT_PROBLEMS,
  JUDGE_SAMPLES,
  OPEN_TRAINING_RUN,
  ...THEMES.map((theme): Command<AppState> => ({
    id: `theme-${theme}`,
    name: `Theme: ${theme}`,
    run: ({ preferences }) => void (preferences.theme = theme),
  })),
];
