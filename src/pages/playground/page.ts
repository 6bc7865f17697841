import type { Page } from '../../kit/address/page.ts';
import { DIALOG_TITLES } from './state/dialogs-state.svelte.ts';
import type { PlaygroundNeeds } from './state/playground-needs.ts';
import { PLAYGROUND_CODEC, type PlaygroundView } from './state/playground-view.ts';
import { shownVerdict } from './verdict/verdict-view.ts';

export const PLAYGROUND_PAGE: Page<PlaygroundNeeds, PlaygroundView> = {
  label: 'Playground',
  codec: PLAYGROUND_CODEC,
  view: ({ view }) => view,
  /** Returns the title of the tab: "Accepted · Stamps for a Crate", "Side by side · Stamps for a Crate". */
  title({ engine, playground }) {
    const { dialogs, openedProblem } = playground;
    if (openedProblem === null) return 'Playground';
    // An open comparison covers the verdict, and shows other answers.
    const status = dialogs.has('compare')
      ? DIALOG_TITLES.compare
      : shownVerdict(playground, engine)?.shortText;
    return status == null ? openedProblem.problem.title : `${status} · ${openedProblem.problem.title}`;
  },
  isPresented: ({ view }) => view.current.present,
  load: () => import('./PlaygroundPage.svelte'),
};
