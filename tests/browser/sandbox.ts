/** A sandbox on the engine of this build, as suites need it: no packages, one snapshot for all suites. */
import { engineKey } from 'virtual:allpass-engine';
import type { ByteCache } from '../../src/judge/hosts/byte-cache.ts';
import { PackageSource } from '../../src/judge/hosts/package-source.ts';
import { SandboxRunner, type SandboxOptions } from '../../src/judge/hosts/sandbox-runner.ts';

export const engineLocation = {
  base: new URL(`/engine/${engineKey}/`, location.origin).href,
  key: engineKey,
};

export const noCache: ByteCache = { load: () => Promise.resolve(null), save: () => Promise.resolve() };

/** The first suite's snapshot serves the others; booting from scratch has a suite of its own. */
const sharedCache: ByteCache = {
  async load(key) {
    const response = await (await caches.open('tests')).match(`/snapshot/${key}`);
    return response ? response.arrayBuffer() : null;
  },
  async save(key, bytes) {
    await (await caches.open('tests')).put(`/snapshot/${key}`, new Response(bytes));
  },
};

const noPackages = () => new PackageSource({ lock: () => Promise.resolve({}), folders: [] }, noCache);

export function makeSandbox(options: Partial<SandboxOptions> = {}): SandboxRunner {
  const everything: unknown = import.meta.env['ALLPASS_RESTORES'];
  return new SandboxRunner({
    restores: everything === 'everything' ? 'everything' : 'written',
    location: engineLocation,
    snapshots: sharedCache,
    packages: noPackages(),
    workers: 1,
    ...options,
  });
}
