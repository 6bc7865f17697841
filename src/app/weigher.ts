import { lazily } from '../base/lazily.ts';
import type { Weigher } from '../judge/weigher.ts';

const workers = lazily(async () => {
  const { WorkerWeigher } = await import('../judge/hosts/worker-weigher.ts');
  return new WorkerWeigher(
    () =>
      new Worker(new URL('../../workers/compare.worker.ts', import.meta.url), {
        type: 'module',
        name: 'compare',
      }),
  );
});

/** Large outputs are compared in a worker; its code is fetched with the first of them. */
export const weigher: Weigher = {
  verdict: async (...asked) => (await workers()).verdict(...asked),
};
