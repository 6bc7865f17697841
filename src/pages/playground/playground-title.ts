import type { PlaygroundNeeds } from './state/playground-needs.ts';
import { shownVerdict } from './verdict/shown-verdict.ts';

/** "Accepted · Stamps for a Crate", "Side by side · Stamps for a Crate": what somebody with many tabs looks for. */
export function playgroundTitle(app: Pick<PlaygroundNeeds, 'engine' | 'playground' | 'view'>): string {
  const { opened } = app.playground;
  if (opened === null) return 'Playground';
  // What lies over it is about other answers.
  const shown = app.playground.dialogs.has('compare') ? 'Side by side' : (shownVerdict(app)?.short ?? null);
  return [shown, opened.problem.title].filter((part) => part !== null).join(' · ');
}
