/** Commands of the side by side view, where the playground's own keys rest. */
import type { ComparisonState } from './comparison-state.svelte.ts';
import type { Command } from '../../../kit/commands/command.ts';
import * as words from '../words/commands.ts';

export const ASK_ALL: Command<Pick<ComparisonState, 'askAll'>> = {
  id: 'ask-all',
  name: words.askAll,
  keys: 'Mod+Enter',
  run: (comparison) => void comparison.askAll(),
};

export const STOP_ALL: Command<Pick<ComparisonState, 'busy' | 'stop'>> = {
  id: 'stop-all',
  name: words.stopAll,
  keys: 'Escape',
  when: ({ busy }) => busy,
  run: (comparison) => comparison.stop(),
};
