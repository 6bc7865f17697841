/** Commands of the page of models. */
import { flushSync } from 'svelte';
import type { Command } from '../../kit/commands/command.ts';
import type { ModelsNeeds } from './page.ts';

type OnModels = Command<{ readonly modelsView: ModelsNeeds['modelsView'] }>;

/** Opens a tab and moves the focus to it, so that the next key press continues there. */
function openTab(tab: 'here' | 'endpoint' | 'measure' | 'data'): OnModels['run'] {
  return ({ modelsView }) => {
    modelsView.adjust({ tab });
    flushSync();
    document.querySelector<HTMLElement>(`#models-tab-${tab}`)?.focus();
  };
}

export const MODELS_COMMANDS: readonly OnModels[] = [
  { id: 'models-here', name: 'Models on this machine', run: openTab('here') },
  { id: 'connection', name: 'Connection', run: openTab('endpoint') },
  { id: 'measure', name: 'Measure this machine', run: openTab('measure') },
  { id: 'stored-data', name: 'Stored data', run: openTab('data') },
];
