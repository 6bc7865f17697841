/** What the page of runs needs of this browser. Fetched by who goes there. */
import { pyodideVersion } from 'virtual:allpass-engine';
import { version } from '../../package.json';
import { blobFile } from '../datasets/hosts/blob-file.ts';
import type { Run } from '../domain/run.ts';
import type { PipelineEnd } from '../runs/pipeline/pipeline.ts';
import { RunsState, type RunsParts } from '../state/runs/runs-state.svelte.ts';
import { RunStore } from '../storage/run-store.ts';
import { coresLessOne } from './sandbox.ts';

/** Programs that wait for a patient retry hold up no others, up to so many. */
const WAITING_FOR_QUIET = 32;

export function createRuns(
  parts: Pick<RunsParts, 'view' | 'problems' | 'judge' | 'asker' | 'address'> & {
    say: (text: string) => void;
  },
): RunsState {
  return new RunsState({
    ...parts,
    store: new RunStore(),
    workers: coresLessOne(),
    // One more than the workers: while one program runs, the next is on its way.
    judging: coresLessOne() + 1 + WAITING_FOR_QUIET,
    alone,
    source: blobFile,
    engine: `Allpass ${version}, Pyodide ${pyodideVersion}`,
    tell: (run, end) => tell(run, end, parts.say),
  });
}

/** Browsers have locks in secure contexts only; elsewhere nobody knows of the other tab. */
async function alone(name: string, work: () => Promise<void>): Promise<boolean> {
  if (navigator.locks === undefined) {
    await work();
    return true;
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    await work();
    return true;
  });
}

/** Who looks elsewhere is told: on the page, and by the system where that was allowed. */
function tell({ name }: Run, end: PipelineEnd, say: (text: string) => void): void {
  if (end.type === 'stopped' || end.type === 'paused') return;
  const text = end.type === 'done' ? `The run ${name} is done.` : `The run ${name} stands still.`;
  if (document.hidden && 'Notification' in globalThis && Notification.permission === 'granted')
    new Notification('Allpass', { body: text });
  if (!location.hash.startsWith('#/runs')) say(text);
}
