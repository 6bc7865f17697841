import { ASK_ALL, STOP_ALL } from './state/compare-commands.ts';
import { playgroundTitle } from './playground-title.ts';
import { PLAYGROUND_COMMANDS } from './state/playground-commands.ts';
import type { Page } from '../../kit/address/page.ts';
import type { PlaygroundNeeds } from './state/playground-needs.ts';
import { PLAYGROUND_CODEC, type PlaygroundView } from './state/playground-view.ts';

export const PLAYGROUND_PAGE: Page<PlaygroundNeeds, PlaygroundView> = {
  label: 'Playground',
  codec: PLAYGROUND_CODEC,
  view: ({ view }) => view,
  title: playgroundTitle,
  load: () => import('./PlaygroundPage.svelte'),
  commands: PLAYGROUND_COMMANDS,
  dialogs: [{ title: 'Side by side', commands: [ASK_ALL, STOP_ALL] }],
};
