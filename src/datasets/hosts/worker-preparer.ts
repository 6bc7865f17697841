/** The page's end of preparing in a worker. */
import { WorkerLink } from '../../base/worker-link.ts';
import type {
  Counted,
  GivenSet,
  PreparedFiles,
  PrepareOrder,
  PreparePort,
} from '../prepare/prepare-order.ts';

/** Started by its first use, and again by the next one after a death: then no set is open in it. */
export class WorkerPreparer implements PreparePort {
  readonly #start: () => Worker;
  #link: WorkerLink<PreparePort> | null = null;
  /** Keys of sets that it has read: ids of a hundred thousand problems are not sent again for nothing. */
  readonly #open = new Set<string>();

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Rejects with what went wrong in the worker, or with `WorkerGone`, as the others do. */
  async open(set: GivenSet, progress: (read: number) => void): Promise<void> {
    const link = this.#live();
    if (this.#open.has(set.key)) return;
    await link.callTelling((api, tell: typeof progress) => api.open(set, tell), progress);
    if (link === this.#link) this.#open.add(set.key);
  }

  count(order: PrepareOrder): Promise<Counted> {
    return this.#live().call((api) => api.count(order));
  }

  write(order: PrepareOrder, progress: (written: number) => void): Promise<PreparedFiles> {
    return this.#live().callTelling((api, tell: typeof progress) => api.write(order, tell), progress);
  }

  #live(): WorkerLink<PreparePort> {
    return (this.#link ??= new WorkerLink<PreparePort>(this.#start(), () => {
      this.#link = null;
      this.#open.clear();
    }));
  }
}
