/** The browser's implementations of the ports of the problems page. This module is loaded with that page. */
import { WorkerLink } from '../base/worker-link.ts';
import type { SearchPort, SetFacts, StoredProblem } from '../datasets/search/set-search.ts';
import type { StatementHits } from '../datasets/search/statement-index.ts';
import type { Judge } from '../judge/judge.ts';
import { BrowseState, type BrowseParts } from '../pages/problems/state/browse-state.svelte.ts';
import type { WebStorage } from '../storage/web-storage.ts';
import { LazyState } from '../kit/reactive/lazy-state.svelte.ts';

export function createBrowse(
  parts: Pick<BrowseParts, 'view' | 'problems'> & { readonly judge: Judge; readonly storage: WebStorage },
): BrowseState {
  return new BrowseState({
    ...parts,
    prepare: new LazyState(async () => (await import('./prepare.ts')).createPrepare(parts)),
    write: new LazyState(async () => {
      const { WriteState } = await import('../pages/problems/state/write-state.svelte.ts');
      return new WriteState(parts);
    }),
    search: new WorkerSearch(
      () =>
        new Worker(new URL('../../workers/search.worker.ts', import.meta.url), {
          type: 'module',
          name: 'search',
        }),
    ),
    async space() {
      // Available in secure contexts only.
      const estimate = await navigator.storage?.estimate().catch(() => undefined);
      if (estimate?.usage === undefined || estimate.quota === undefined) return null;
      return { used: estimate.usage, most: estimate.quota };
    },
  });
}

/** The page's side of the worker that searches. Starts the worker on first use. A worker that has ended is started again on the next use, with no open sets. */
class WorkerSearch implements SearchPort {
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
