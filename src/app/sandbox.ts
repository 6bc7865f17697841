/** The sandbox this page runs programs in, with the place where its memory snapshot is kept. */
import { engineKey } from 'virtual:allpass-engine';
import type { SnapshotStore } from '../judge/hosts/engine-assets.ts';
import { SandboxRunner, type SandboxStatus } from '../judge/hosts/sandbox-runner.ts';

const CACHE_PREFIX = 'allpass-engine-';

/** @param workers programs that may run at once, ≥ 1 */
export function createSandbox(workers: number, onStatus: (status: SandboxStatus) => void): SandboxRunner {
  return new SandboxRunner({
    location: { base: new URL(`engine/${engineKey}/`, document.baseURI).href, key: engineKey },
    snapshots: snapshotCache(),
    workers,
    onStatus,
  });
}

/** Cache Storage exists only in secure contexts; elsewhere every visit makes its own snapshot. */
function snapshotCache(): SnapshotStore {
  const address = (key: string) => new URL(`engine/${key}/snapshot`, document.baseURI).href;
  return {
    async load(key) {
      if (!('caches' in globalThis)) return null;
      const cache = await caches.open(CACHE_PREFIX + key);
      const response = await cache.match(address(key));
      return response ? response.arrayBuffer() : null;
    },
    async save(key, bytes) {
      if (!('caches' in globalThis)) return;
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_PREFIX + key);
      await Promise.all(old.map((name) => caches.delete(name)));
      const cache = await caches.open(CACHE_PREFIX + key);
      await cache.put(address(key), new Response(bytes));
    },
  };
}
