/** The ports of this browser that the page Learn uses. Fetched by who goes there. */
import { loadBundledProblem } from '../datasets/bundled.ts';
import { loadGym, loadGymProblems } from '../datasets/gym.ts';
import type { Judge } from '../judge/judge.ts';
import { WorkerTraining } from '../lab/hosts/worker-training.ts';
import { LearnState } from '../pages/learn/state/learn-state.svelte.ts';
import type { WebStorage } from '../storage/web-storage.ts';
import { coresLessOne } from './sandbox.ts';

export function createLearn(judge: Judge, storage: WebStorage): LearnState {
  const never = new AbortController().signal;
  const gymBase = new URL('gym/', document.baseURI).href;
  return new LearnState({
    judge,
    storage,
    openProblem: (id) => loadBundledProblem(new URL('problems/', document.baseURI).href, id, never),
    fetchGym: () => loadGym(gymBase, never),
    fetchGymProblems: () => loadGymProblems(gymBase, never),
    workers: coresLessOne(),
    startTraining: (settings, seed, judgeBatch) =>
      new WorkerTraining(
        new Worker(new URL('../../workers/lab.worker.ts', import.meta.url), { type: 'module', name: 'lab' }),
        settings,
        seed,
        judgeBatch,
      ),
  });
}
