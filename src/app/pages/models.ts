import { MODELS_COMMANDS } from '../../ui/models/models-commands.ts';
import type { Page } from '../../ui/shell/page.ts';

export const modelsPage: Page = {
  name: 'models',
  label: 'Models',
  route: ({ modelsView }) => modelsView.route(),
  title: () => 'Models',
  load: () => import('../../ui/models/ModelsPage.svelte'),
  commands: MODELS_COMMANDS,
};
