import { WorkerLink } from '../../base/worker-link.ts';
import type { TestResult } from '../../domain/verdict.ts';
import type { ComparerName } from '../profiles/comparers.ts';
import type { Ending } from '../test-verdict.ts';
import type { Weigher } from '../weigher.ts';

/** What `workers/compare.worker.ts` exposes. */
export interface ComparingApi {
  verdict(ending: Ending, comparer: ComparerName): Promise<TestResult>;
}

/** A worker of its own for each verdict: heavy ones are rare, and one that is stopped takes no other down. */
export class WorkerWeigher implements Weigher {
  readonly #start: () => Worker;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  async verdict(ending: Ending, comparer: ComparerName, signal: AbortSignal): Promise<TestResult> {
    signal.throwIfAborted();
    const link = new WorkerLink<ComparingApi>(this.#start());
    const stop = (): void => link.kill('stopped');
    signal.addEventListener('abort', stop);
    try {
      return await link.call((api) => api.verdict(ending, comparer));
    } finally {
      signal.removeEventListener('abort', stop);
      link.kill('done');
    }
  }
}
