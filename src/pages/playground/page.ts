import { ASK_ALL, STOP_ALL } from './state/compare-commands.ts';
import { playgroundTitle } from './playground-title.ts';
import { PLAYGROUND_COMMANDS } from './state/playground-commands.ts';
import type { Page } from '../../common/shell/page.ts';

export const playgroundPage: Page = {
  name: 'playground',
  label: 'Playground',
  route: ({ view }) => view.route(),
  title: playgroundTitle,
  load: () => import('./PlaygroundPage.svelte'),
  commands: PLAYGROUND_COMMANDS,
  dialogs: [{ title: 'Side by side', commands: [ASK_ALL, STOP_ALL] }],
};
