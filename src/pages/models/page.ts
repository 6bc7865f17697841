import { MODELS_COMMANDS } from './state/models-commands.ts';
import type { Page } from '../../kit/address/page.ts';
import type { ModelsNeeds } from './state/models-needs.ts';
import { MODELS_CODEC, type ModelsView } from './state/models-view.ts';

export const MODELS_PAGE: Page<ModelsNeeds, ModelsView> = {
  label: 'Models',
  codec: MODELS_CODEC,
  view: ({ modelsView }) => modelsView,
  title: () => 'Models',
  load: () => import('./ModelsPage.svelte'),
  commands: MODELS_COMMANDS,
};
