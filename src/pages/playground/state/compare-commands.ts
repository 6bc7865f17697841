/** Commands of the comparison, which replace the playground's while its dialog is open. */
import type { Command } from '../../../kit/commands/command.ts';
import type { ComparisonState } from './comparison-state.svelte.ts';

export const ASK_ALL: Command<ComparisonState> = {
  id: 'ask-all',
  name: 'Ask all columns',
  keys: 'Mod+Enter',
  run: (comparison) => void comparison.askAll(),
};

export const STOP_ALL: Command<ComparisonState> = {
  id: 'stop-all',
  name: 'Stop all columns',
  keys: 'Escape',
  when: ({ busy }) => busy,
  run: (comparison) => comparison.stop(),
};
