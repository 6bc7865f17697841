/** Commands of the side by side view, where the playground's own keys rest. */
import type { ComparisonState } from './comparison-state.svelte.ts';
import type { Command } from '../../../kit/commands/command.ts';

export const ASK_ALL: Command<Pick<ComparisonState, 'askAll'>> = {
  id: 'ask-all',
  name: 'Ask all columns',
  keys: 'Mod+Enter',
  run: (comparison) => void comparison.askAll(),
};

export const STOP_ALL: Command<Pick<ComparisonState, 'busy' | 'stop'>> = {
  id: 'stop-all',
  name: 'Stop all columns',
  keys: 'Escape',
  when: ({ busy }) => busy,
  run: (comparison) => comparison.stop(),
};
