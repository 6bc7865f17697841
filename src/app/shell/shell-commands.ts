/** Commands that every page has. */
import type { AppState } from '../state/pages.ts';
import { THEMES } from '../../common/shell/state/preferences-state.svelte.ts';
import type { Command } from '../../kit/commands/command.ts';

export const OPEN_PALETTE: Command<Pick<AppState, 'shell'>> = {
  id: 'palette',
  name: 'Commands',
  keys: 'Mod+K',
  run: ({ shell }) => void (shell.dialog = 'palette'),
};

const IMPORT_PROBLEMS: Command<Pick<AppState, 'shell'>> = {
  id: 'import',
  name: 'Import problems: files, addresses, Hugging Face',
  run: ({ shell }) => void (shell.dialog = 'import'),
};

const JUDGE_SAMPLES: Command<Pick<AppState, 'runsView'>> = {
  id: 'samples-file',
  name: 'Judge the samples of a file',
  run: ({ runsView }) => runsView.go({ run: null, making: 'samples' }),
};

export const KEYBOARD_HELP: Command<Pick<AppState, 'shell'>> = {
  id: 'keyboard',
  name: 'Keyboard shortcuts',
  keys: '?',
  run: ({ shell }) => void (shell.dialog = 'keyboard'),
};

export const SHELL_COMMANDS: readonly Command<Pick<AppState, 'shell' | 'preferences' | 'runsView'>>[] = [
  OPEN_PALETTE,
  KEYBOARD_HELP,
  IMPORT_PROBLEMS,
  JUDGE_SAMPLES,
  ...THEMES.map((theme): Command<Pick<AppState, 'preferences'>> => ({
    id: `theme-${theme}`,
    name: `Theme: ${theme}`,
    run: ({ preferences }) => void (preferences.theme = theme),
  })),
];
