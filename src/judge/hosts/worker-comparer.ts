import { WorkerLink } from '../../base/worker-link.ts';
import type { TestResult } from '../../domain/verdict.ts';
import type { ComparerName } from '../compare/comparers.ts';
import type { Ending } from '../test-verdict.ts';
import type { OffThreadComparer } from '../off-thread-comparer.ts';

/** The interface that `workers/compare.worker.ts` exposes. */
export interface ComparingApi {
  verdict(ending: Ending, comparer: ComparerName): Promise<TestResult>;
}

/** Milliseconds after which an idle worker is terminated. */
const IDLE_MS = 10_000;

/** Uses one worker for each concurrent verdict, so that stopping one does not affect the others. */
export class WorkerComparer implements OffThreadComparer {
  readonly #start: () => Worker;
  readonly #idleLinks: WorkerLink<ComparingApi>[] = [];
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  async verdict(ending: Ending, comparer: ComparerName, signal: AbortSignal): Promise<TestResult> {
    signal.throwIfAborted();
    const link = this.#idleLinks.pop() ?? new WorkerLink<ComparingApi>(this.#start());
    const stop = (): void => link.kill('stopped');
    signal.addEventListener('abort', stop);
    try {
      const result = await link.call((api) => api.verdict(ending, comparer));
      if (!signal.aborted) this.#keep(link);
      return result;
    } catch (error) {
      link.kill('failed');
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  #keep(link: WorkerLink<ComparingApi>): void {
    this.#idleLinks.push(link);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(
      () => this.#idleLinks.splice(0).forEach((idleLink) => idleLink.kill('done')),
      IDLE_MS,
    );
  }
}
