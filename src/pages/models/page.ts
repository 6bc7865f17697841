import { MODELS_COMMANDS } from './state/models-commands.ts';
import type { Page } from '../../common/shell/page.ts';

export const modelsPage: Page = {
  name: 'models',
  label: 'Models',
  route: ({ modelsView }) => modelsView.route(),
  title: () => 'Models',
  load: () => import('./ModelsPage.svelte'),
  commands: MODELS_COMMANDS,
};
