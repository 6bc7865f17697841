import { playgroundTitle } from './playground-title.ts';
import type { Page } from '../../kit/address/page.ts';
import type { PlaygroundNeeds } from './state/playground-needs.ts';
import { PLAYGROUND_CODEC, type PlaygroundView } from './state/playground-view.ts';

export const PLAYGROUND_PAGE: Page<PlaygroundNeeds, PlaygroundView> = {
  label: 'Playground',
  codec: PLAYGROUND_CODEC,
  view: ({ view }) => view,
  title: playgroundTitle,
  isPresented: ({ view }) => view.current.present,
  load: () => import('./PlaygroundPage.svelte'),
};
