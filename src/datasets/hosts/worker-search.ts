/** The page's side of the worker that searches. */
import { WorkerLink } from '../../base/worker-link.ts';
import type { SearchPort, SetFacts, StoredProblem } from '../search/set-search.ts';
import type { StatementHits } from '../search/statement-index.ts';

/** Starts the worker on first use. A worker that has ended is started again on the next use, with no open sets. */
export class WorkerSearch implements SearchPort {
  readonly #start: () => Worker;
  #link: WorkerLink<SearchPort> | null = null;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Rejects with an error of the worker, or with `WorkerGone`. */
  open(
    key: string,
    problems: readonly StoredProblem[] | null,
    progress: (read: number) => void,
  ): Promise<SetFacts> {
    return this.#liveLink().callTelling(
      (api, onProgress: typeof progress) => api.open(key, problems, onProgress),
      progress,
    );
  }

  async keep(keys: ReadonlySet<string>): Promise<void> {
    await this.#liveLink().call((api) => api.keep(keys));
  }

  find(words: string): Promise<ReadonlyMap<string, StatementHits>> {
    return this.#liveLink().call((api) => api.find(words));
  }

  #liveLink(): WorkerLink<SearchPort> {
    return (this.#link ??= new WorkerLink<SearchPort>(this.#start(), () => (this.#link = null)));
  }
}
