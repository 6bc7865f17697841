/** Commands of the page of models. */
import { flushSync } from 'svelte';
import type { ModelsNeeds } from './models-needs.ts';
import type { Command } from '../../../kit/commands/command.ts';
import * as words from '../words/models.ts';

type OnModels = Command<Pick<ModelsNeeds, 'modelsView'>>;

/** The work goes on at the tab: what it names follows it. */
function opens(tab: 'here' | 'endpoint' | 'measure' | 'data'): OnModels['run'] {
  return ({ modelsView }) => {
    modelsView.adjust({ tab });
    flushSync();
    document.querySelector<HTMLElement>(`#models-tab-${tab}`)?.focus();
  };
}

export const MODELS_COMMANDS: readonly OnModels[] = [
  { id: 'models-here', name: words.hereCommand, run: opens('here') },
  { id: 'connection', name: words.endpointCommand, run: opens('endpoint') },
  { id: 'measure', name: words.measureCommand, run: opens('measure') },
  { id: 'stored-data', name: words.dataCommand, run: opens('data') },
];
