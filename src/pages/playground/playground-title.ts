import type { PlaygroundNeeds } from './state/playground-needs.ts';
import { DIALOG_TITLES } from './state/dialogs-state.svelte.ts';
import { shownVerdict } from './verdict/shown-verdict.ts';

/**
 * Returns the page title by which a user with many tabs finds this one: "Accepted · Stamps for a Crate", "Side by side
 * · Stamps for a Crate".
 */
export function playgroundTitle(app: Pick<PlaygroundNeeds, 'engine' | 'playground' | 'view'>): string {
  const { opened } = app.playground;
  if (opened === null) return 'Playground';
  // An open comparison covers the verdict and is about other answers.
  const shown = app.playground.dialogs.has('compare')
    ? DIALOG_TITLES.compare
    : (shownVerdict(app)?.short ?? null);
  return [shown, opened.problem.title].filter((part) => part !== null).join(' · ');
}
