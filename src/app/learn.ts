/** The browser's implementations of the ports of the page Learn. This module is loaded with that page. */
import { proxy } from 'comlink';
import { WorkerLink } from '../base/worker-link.ts';
import { loadBundledProblem } from '../datasets/bundled.ts';
import { loadGym, loadGymProblems } from '../datasets/gym.ts';
import type { Judge } from '../judge/judge.ts';
import type { LabHost } from '../lab/lab-host.ts';
import type { StartTraining } from '../pages/learn/state/lab-state.svelte.ts';
import { LearnState } from '../pages/learn/state/learn-state.svelte.ts';
import type { Tables } from '../storage/tables.ts';
import type { WebStorage } from '../storage/web-storage.ts';
import { coresLessOne } from './sandbox.ts';

export function createLearn(judge: Judge, storage: WebStorage, tables: Pick<Tables, 'drafts'>): LearnState {
  const neverAborted = new AbortController().signal;
  const gymBase = new URL('gym/', document.baseURI).href;
  return new LearnState({
    judge,
    storage,
    programFor: async (ref) => (await tables.drafts.read(ref))?.code ?? null,
    openProblem: (id) => loadBundledProblem(new URL('problems/', document.baseURI).href, id, neverAborted),
    fetchGym: () => loadGym(gymBase, neverAborted),
    fetchGymProblems: () => loadGymProblems(gymBase, neverAborted),
    workers: coresLessOne(),
    startTraining,
  });
}

/** Trains in a new worker. The page itself judges the programs. */
const startTraining: StartTraining = (settings, seed, judge) => {
  const worker = new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), {
    type: 'module',
    name: 'lab',
  });
  const link = new WorkerLink<LabHost>(worker);
  const startup = link.call((api) => api.begin(settings, seed, proxy(judge)));
  // If the worker fails to start, the first training step reports the failure.
  startup.catch(() => undefined);
  return {
    async step(own) {
      await startup;
      return link.call((api) => api.step(own));
    },
    close: () => link.kill('ended'),
  };
};
