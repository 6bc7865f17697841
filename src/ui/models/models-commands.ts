/** Commands of the page of models. */
import type { AppState } from '../../state/shell/app-state.ts';
import type { Command } from '../shell/command.ts';

export const MODELS_COMMANDS: readonly Command<Pick<AppState, 'modelsView'>>[] = [
  { id: 'models-gpu', name: 'Models on the GPU', run: ({ modelsView }) => modelsView.adjust({ tab: 'gpu' }) },
  { id: 'models-cpu', name: 'Models on the CPU', run: ({ modelsView }) => modelsView.adjust({ tab: 'cpu' }) },
  {
    id: 'endpoint',
    name: 'Endpoint settings',
    run: ({ modelsView }) => modelsView.adjust({ tab: 'endpoint' }),
  },
];
