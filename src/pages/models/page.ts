import type { Page } from '../../kit/address/page.ts';
import type { ModelsNeeds } from './state/models-needs.ts';
import { label } from './words/page.ts';
import { MODELS_CODEC, type ModelsView } from './state/models-view.ts';

export const MODELS_PAGE: Page<ModelsNeeds, ModelsView> = {
  label,
  codec: MODELS_CODEC,
  view: ({ modelsView }) => modelsView,
  title: () => label,
  load: () => import('./ModelsPage.svelte'),
};
