import type { Weigher } from '../judge/weigher.ts';

/** Large outputs are compared in a worker; its code is fetched with the first of them. */
export const weigher: Weigher = {
  async verdict(ending, comparer, signal) {
    const { WorkerWeigher } = await import('../judge/hosts/worker-weigher.ts');
    const start = (): Worker =>
      new Worker(new URL('../../workers/compare.worker.ts', import.meta.url), {
        type: 'module',
        name: 'compare',
      });
    return new WorkerWeigher(start).verdict(ending, comparer, signal);
  },
};
