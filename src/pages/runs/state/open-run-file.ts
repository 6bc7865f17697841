/** A run out of a file, from wherever the file comes. */
import type { RunsState } from './runs-state.svelte.ts';
import { WHOLE_RUN } from './runs-view.ts';
import type { RunsNeeds } from './runs-needs.ts';
import * as words from '../words/run-file.ts';

export function isRunFile({ name }: Pick<File, 'name'>): boolean {
  return /\.allpass-run(\.gz)?$/i.test(name);
}

/** Opens it; one that is here already is opened once more. @returns why it could not be, a sentence; null where it was */
export async function openRunFile(
  runs: RunsState,
  { runsView, notices }: Pick<RunsNeeds, 'runsView' | 'notices'>,
  file: File,
): Promise<string | null> {
  try {
    const taken = await runs.take(file);
    if (!taken.ok) return taken.message;
    if (taken.known) notices.say(words.alreadyStored(file.name, taken.run.name));
    runsView.go({ ...WHOLE_RUN, run: taken.run.id });
    return null;
  } catch {
    return words.notStored(file.name);
  }
}
