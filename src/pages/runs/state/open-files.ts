/** Opens files as runs: a saved run, or samples that can become one. */
import type { RunsState } from './runs.svelte.ts';
import type { NoticesState } from '../../../common/shell/shell-states.svelte.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import { type RunsView, WHOLE_RUN } from './runs-view.ts';

export function isRunFile({ name }: File): boolean {
  return /\.allpass-run(\.gz)?$/i.test(name);
}

/**
 * Imports a saved run and opens it, even if it is already stored.
 * @returns a message that says why it could not be opened, or null if it could
 */
export async function openRunFile(
  runs: RunsState,
  runsView: PageView<RunsView>,
  notices: NoticesState,
  file: File,
): Promise<string | null> {
  try {
    const result = await runs.take(file);
    if (!result.ok) return result.message;
    if (result.isKnown) notices.show(`The run in ${file.name} is already stored, as ${result.run.name}.`);
    runsView.go({ ...WHOLE_RUN, run: result.run.id });
    return null;
  } catch {
    return `${file.name} could not be stored: free some space for this page, and try again.`;
  }
}

/**
 * Reads a file of samples and shows the form for their run. Rejects if the code for it cannot be fetched.
 * @param skippedText describes the entries that are not samples; null if there are none
 */
export async function offerSamples(
  runs: LazyState<RunsState>,
  runsView: PageView<RunsView>,
  name: string,
  text: string,
  skippedText: string | null,
): Promise<void> {
  const { offeredSamples } = await runs.load();
  runsView.go({ ...WHOLE_RUN, run: null, making: 'samples' });
  await offeredSamples.read(name, text, skippedText);
}
