import { lazily } from '../base/lazily.ts';
import type { OffThreadComparer } from '../judge/off-thread-comparer.ts';

const workers = lazily(async () => {
  const { WorkerComparer } = await import('../judge/hosts/worker-comparer.ts');
  return new WorkerComparer(
    () =>
      new Worker(new URL('../../workers/compare.worker.ts', import.meta.url), {
        type: 'module',
        name: 'compare',
      }),
  );
});

/** Compares large outputs in a worker. The worker starts when the first large output is compared. */
export const offThreadComparer: OffThreadComparer = {
  verdict: async (...args) => (await workers()).verdict(...args),
};
