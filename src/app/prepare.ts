/** The browser's implementations of the ports for preparing sets. This module is loaded with that dialog. */
import { WorkerLink } from '../base/worker-link.ts';
import type {
  Counted,
  GivenSet,
  PreparedFiles,
  PrepareOrder,
  PreparePort,
} from '../datasets/prepare/prepare-order.ts';
import { PrepareState, type PrepareParts } from '../pages/problems/state/prepare-state.svelte.ts';
import { KeptSolutions } from '../storage/kept-solutions.ts';
import { coresLessOne } from './sandbox.ts';

export function createPrepare(parts: Pick<PrepareParts, 'view' | 'problems' | 'judge'>): PrepareState {
  return new PrepareState({
    ...parts,
    workers: coresLessOne(),
    kept: new KeptSolutions(),
    preparer: new WorkerPreparer(
      () =>
        new Worker(new URL('../../workers/prepare.worker.ts', import.meta.url), {
          type: 'module',
          name: 'prepare',
        }),
    ),
  });
}

/** The page's side of the worker that prepares sets. Starts the worker on first use. A worker that has ended is started again on the next use, with no open sets. */
class WorkerPreparer implements PreparePort {
  readonly #start: () => Worker;
  #link: WorkerLink<PreparePort> | null = null;
  /** Keys of the sets that the worker has read. Their ids, up to 100,000, are not sent again. */
  readonly #openKeys = new Set<string>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Rejects with an error of the worker or with `WorkerGone`, as the other methods do. */
  async open(set: GivenSet, progress: (read: number) => void): Promise<void> {
    const link = this.#liveLink();
    if (this.#openKeys.has(set.key)) return;
    await link.callTelling((api, onProgress: typeof progress) => api.open(set, onProgress), progress);
    if (link === this.#link) this.#openKeys.add(set.key);
  }

  count(order: PrepareOrder): Promise<Counted> {
    return this.#liveLink().call((api) => api.count(order));
  }

  write(order: PrepareOrder, progress: (writtenCount: number) => void): Promise<PreparedFiles> {
    return this.#liveLink().callTelling(
      (api, onProgress: typeof progress) => api.write(order, onProgress),
      progress,
    );
  }

  #liveLink(): WorkerLink<PreparePort> {
    return (this.#link ??= new WorkerLink<PreparePort>(this.#start(), () => {
      this.#link = null;
      this.#openKeys.clear();
    }));
  }
}
