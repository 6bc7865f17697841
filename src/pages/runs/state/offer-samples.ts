/** From samples of a file to a run of them. */
import { WHOLE_RUN } from './runs-view.ts';
import type { RunsNeeds } from './runs-needs.ts';

/**
 * Reads a file of samples, and shows the run that they would make. Rejects where the code for it cannot be fetched.
 * @param left the entries that are not samples, in a sentence; null if there are none
 */
export async function offerSamples(
  { runs, runsView }: Pick<RunsNeeds, 'runs' | 'runsView'>,
  name: string,
  text: string,
  left: string | null,
): Promise<void> {
  const { offered } = await runs.load();
  runsView.go({ ...WHOLE_RUN, run: null, making: 'samples' });
  await offered.read(name, text, left);
}
