/** The browser's implementations of the ports of the runs page. This module is loaded with that page. */
import { pyodideVersion } from 'virtual:allpass-engine';
import { version } from '../../package.json';
import { blobFile } from '../datasets/hosts/source-files.ts';
import type { Run } from '../domain/run.ts';
import { programsAtOnce } from '../judge/programs-at-once.ts';
import { underLock } from '../models/downloads/hosts/tab-lock.ts';
import type { PipelineEnd } from '../runs/pipeline/pipeline.ts';
import { RunsState, type RunsParts } from '../pages/runs/state/runs.svelte.ts';
import { RunStore } from '../storage/run-store.ts';
import { coresLessOne } from './sandbox.ts';

export function createRuns(
  parts: Pick<RunsParts, 'view' | 'problems' | 'judge' | 'runner' | 'asker' | 'address'> & {
    showNotice: (text: string) => void;
  },
): RunsState {
  return new RunsState({
    ...parts,
    store: new RunStore(),
    workers: coresLessOne(),
    judging: programsAtOnce(coresLessOne()),
    runAlone: runUnderLock,
    source: blobFile,
    engine: `Allpass ${version}, Pyodide ${pyodideVersion}`,
    notifyEnd: (run, end) => notify(run, end, parts.showNotice),
  });
}

async function runUnderLock(name: string, work: () => Promise<void>): Promise<boolean> {
  const wasRun = await underLock(name, async () => {
    await work();
    return true;
  });
  return wasRun ?? false;
}

/**
 * Notifies a user who is not on the runs page, by a notice on the current page and, if permitted, by a system
 * notification.
 */
function notify({ name }: Run, end: PipelineEnd, showNotice: (text: string) => void): void {
  if (end.type === 'stopped' || end.type === 'paused') return;
  const text = end.type === 'done' ? `The run ${name} is done.` : `The run ${name} stands still.`;
  if (document.hidden && 'Notification' in globalThis && Notification.permission === 'granted')
    new Notification('Allpass', { body: text });
  if (!location.hash.startsWith('#/runs')) showNotice(text);
}
