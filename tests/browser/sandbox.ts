/** A sandbox on the engine of this build, as suites need it: no packages. */
import { engineKey } from 'virtual:allpass-engine';
import type { ByteCache } from '../../src/sandbox/hosts/inflated-files.ts';
import { PackageSource } from '../../src/sandbox/hosts/package-source.ts';
import { SandboxRunner, type SandboxOptions } from '../../src/sandbox/hosts/sandbox-runner.ts';

export const engineLocation = {
  base: new URL(`/engine/${engineKey}/`, location.origin).href,
  key: engineKey,
};

const noCache: ByteCache = { load: () => Promise.resolve(null), save: () => Promise.resolve() };

const noPackages = () =>
  new PackageSource({ lock: () => Promise.resolve({}), folders: [], wheelFolder: '' }, noCache);

/** A sandbox that counts the workers that were ever ready. */
export function makeCountedSandbox() {
  const workers = { booted: 0 };
  const runner = makeSandbox({
    onStatus: ({ type }) => {
      if (type === 'ready') workers.booted += 1;
    },
  });
  return { runner, workers };
}

export function makeSandbox(options: Partial<SandboxOptions> = {}): SandboxRunner {
  return new SandboxRunner({
    location: engineLocation,
    packages: noPackages(),
    workers: 1,
    ...options,
  });
}
