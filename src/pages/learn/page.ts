import type { Page } from '../../kit/address/page.ts';
import type { LearnNeeds } from './state/learn-needs.ts';
import { LEARN_CODEC, presentedStep, type LearnView } from './state/learn-view.ts';
import { titleOf } from './state/titles.ts';
import * as words from './words/titles.ts';

export const LEARN_PAGE: Page<LearnNeeds, LearnView> = {
  label: words.pageName,
  codec: LEARN_CODEC,
  view: ({ learnView }) => learnView,
  title: ({ learnView }) => {
    const title = titleOf(learnView.current.place);
    return title === null ? words.pageName : words.placeTitle(title);
  },
  isPresented: ({ learnView }) => presentedStep(learnView.current) > 0,
  load: () => import('./LearnPage.svelte'),
};
