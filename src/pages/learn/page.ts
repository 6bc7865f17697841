import { LEARN_COMMANDS } from './state/learn-commands.ts';
import type { Page } from '../../common/shell/page.ts';

export const learnPage: Page = {
  name: 'learn',
  label: 'Learn',
  route: ({ learnView }) => learnView.route(),
  title: () => 'Learn',
  load: () => import('./LearnPage.svelte'),
  commands: LEARN_COMMANDS,
};
