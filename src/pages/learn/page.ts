import type { Page } from '../../kit/address/page.ts';
import type { LearnNeeds } from './state/learn-state.svelte.ts';
import { LEARN_CODEC, type LearnView, presentedStep, titleOf } from './state/learn-view.ts';

export const LEARN_PAGE: Page<LearnNeeds, LearnView> = {
  label: 'Learn',
  codec: LEARN_CODEC,
  view: ({ learnView }) => learnView,
  title: ({ learnView }) => {
    const title = titleOf(learnView.current.place);
    return title === null ? 'Learn' : `${title} · Learn`;
  },
  isPresented: ({ learnView }) => presentedStep(learnView.current) > 0,
  load: () => import('./LearnPage.svelte'),
};
