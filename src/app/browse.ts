/** What the page of problems needs of this browser. Fetched by who goes there. */
import { WorkerSearch } from '../datasets/hosts/worker-search.ts';
import { BrowseState, type BrowseParts } from '../state/browse/browse-state.svelte.ts';

export function createBrowse(parts: Pick<BrowseParts, 'view' | 'problems'>): BrowseState {
  return new BrowseState({
    ...parts,
    search: new WorkerSearch(
      () =>
        new Worker(new URL('../../workers/search.worker.ts', import.meta.url), {
          type: 'module',
          name: 'search',
        }),
    ),
    async space() {
      // Browsers have it in secure contexts only.
      const estimate = await navigator.storage?.estimate().catch(() => undefined);
      if (estimate?.usage === undefined || estimate.quota === undefined) return null;
      return { used: estimate.usage, most: estimate.quota };
    },
  });
}
