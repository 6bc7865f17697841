/** From samples of a file to a run of them. */
import type { OfferedSamples } from './offered-samples.svelte.ts';
import type { RunsState } from './runs-state.svelte.ts';
import { WHOLE_RUN } from './runs-view.ts';
import type { RunsNeeds } from './runs-needs.ts';

type Offering = Pick<RunsNeeds, 'runs' | 'runsView'>;

/** Samples of a file that are read, and may be being judged. */
interface JudgedSamples {
  readonly name: string;
  readonly rows: Parameters<OfferedSamples['take']>[0]['samples'];
  readonly faults: readonly unknown[];
  readonly note: string | null;
  hidden: boolean;
  stop(): void;
}

/**
 * Reads a file of samples, and shows what a run of them would be. Rejects where the code for it cannot be fetched.
 * @param left what is no sample in it, in a sentence
 */
export async function offerSamples(
  app: Offering,
  name: string,
  text: string,
  left: string | null,
): Promise<void> {
  const { offered } = await opened(app);
  await offered.read(name, text, left);
}

/** The same for samples that were read already: what judged them stops, the run does it anew and keeps it. */
export async function offerRead(app: Offering, samples: JudgedSamples): Promise<void> {
  const { name, rows, faults, note } = samples;
  samples.stop();
  samples.hidden = true;
  const { offered } = await opened(app);
  offered.take({ name, samples: rows, unread: faults.length, note });
}

async function opened({ runs, runsView }: Offering): Promise<RunsState> {
  const state = await runs.load();
  runsView.go({ ...WHOLE_RUN, run: null, making: 'samples' });
  return state;
}
