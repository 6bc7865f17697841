import { LEARN_COMMANDS } from './state/learn-commands.ts';
import type { Page } from '../../kit/address/page.ts';
import type { LearnNeeds } from './state/learn-needs.ts';
import { LEARN_CODEC, type LearnView } from './state/learn-view.ts';

export const LEARN_PAGE: Page<LearnNeeds, LearnView> = {
  label: 'Learn',
  codec: LEARN_CODEC,
  view: ({ learnView }) => learnView,
  title: () => 'Learn',
  load: () => import('./LearnPage.svelte'),
  commands: LEARN_COMMANDS,
};
