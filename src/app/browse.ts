/** The browser's implementations of the ports of the problems page. This module is loaded with that page. */
import { WorkerSearch } from '../datasets/hosts/worker-search.ts';
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
