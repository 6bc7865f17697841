/** The sandbox in which the page runs programs, with the stores of its files and packages. */
import { engineKey, pyodideVersion } from 'virtual:allpass-engine';
import type { ByteCache, InflatedFiles } from '../sandbox/hosts/inflated-files.ts';
import { fetchPackageLock, type EngineLocation, type StoredSpeed } from '../sandbox/hosts/engine-assets.ts';
import { WebStorage } from '../storage/web-storage.ts';
import { STANDING_FRAME_ID } from '../sandbox/protocol/page-frame.ts';
import { PackageSource, type PackageLocation } from '../sandbox/hosts/package-source.ts';
import { SandboxRunner, type SandboxOptions, type SandboxStatus } from '../sandbox/hosts/sandbox-runner.ts';

const CACHE_PREFIX = 'allpass-engine-';
const SPEED = 'allpass-speed';
const PACKAGE_CACHE = 'allpass-packages';

/**
 * Returns the number of programs that may run at the same time. One core is reserved for the page. Workers
 * start when they are needed.
 */
export function coresLessOne(): number {
  return isSmallMachine() ? 1 : Math.max(1, navigator.hardwareConcurrency - 1);
}

/** Whether the browser reports 4 GB of memory or less. Every Python worker uses part of the memory. */
export function isSmallMachine(): boolean {
  return ((navigator as Navigator & { deviceMemory?: number }).deviceMemory ?? 8) <= 4;
}

/** A sandbox that starts before there is a listener for its status. */
export interface StartedSandbox {
  readonly sandbox: SandboxRunner;
  /**
   * Sets the listener, which is called with the current status and then with each change. It replaces the
   * previous listener.
   */
  readonly setStatusListener: (onStatus: (status: SandboxStatus) => void) => void;
}

/** Starts the page's own sandbox. The frame and its first worker start immediately. */
export function startSandbox(): StartedSandbox {
  let currentStatus: SandboxStatus = { type: 'starting' };
  let listener: (status: SandboxStatus) => void = () => undefined;
  const onStatus = (status: SandboxStatus): void => {
    currentStatus = status;
    listener(status);
  };
  const sandbox = createSandbox(coresLessOne(), onStatus, {
    withoutSpare: isSmallMachine(),
    ...('caches' in globalThis && { inflatedFiles: inflatedFiles(engineLocation()) }),
    speed: keptSpeed(engineLocation()),
  });
  // Only the playground runs programs right after the page has loaded.
  if (!isSmallMachine() || !/^#\/(?!problem\/)./.test(location.hash)) sandbox.warmUp();
  return {
    sandbox,
    setStatusListener(onStatus) {
      listener = onStatus;
      onStatus(currentStatus);
    },
  };
}

/**
 * @param workers maximum number of programs that run at once, ≥ 1
 * @param overrides options of the sandbox that differ from the defaults
 * @param packages the place where the user can add a missing package, and the wheels in that place
 */
export function createSandbox(
  workers: number,
  onStatus: (status: SandboxStatus) => void,
  overrides: Pick<SandboxOptions, 'inflatedFiles' | 'speed' | 'withoutSpare' | 'hashSeed'> = {},
  packages: Pick<PackageLocation, 'wheelFolder' | 'wheels'> = { wheelFolder: "this site's folder packages" },
): SandboxRunner {
  const location = engineLocation();
  const existingFrame = document.getElementById(STANDING_FRAME_ID);
  existingFrame?.removeAttribute('id');
  return new SandboxRunner({
    location,
    standingFrame: existingFrame instanceof HTMLIFrameElement ? existingFrame : null,
    packages: new PackageSource(
      {
        lock: () => fetchPackageLock(location),
        folders: [
          new URL('packages/', document.baseURI).href,
          `https://cdn.jsdelivr.net/pyodide/v${pyodideVersion}/full/`,
        ],
        ...packages,
      },
      packageCache(),
    ),
    workers,
    onStatus,
    ...overrides,
  });
}

function engineLocation(): EngineLocation {
  return { base: new URL(`engine/${engineKey}/`, document.baseURI).href, key: engineKey };
}

/**
 * Stores decompressed files of the engine. When they are stored, the files of other engine builds are
 * deleted.
 */
function inflatedFiles({ base, key }: EngineLocation): InflatedFiles {
  const cacheName = CACHE_PREFIX + key;
  return {
    load: async (name) => (await caches.match(base + name, { cacheName }))?.blob() ?? null,
    async keep(names) {
      const { inflateInWorker } = await import('./inflate.ts');
      const stores = (await caches.keys()).filter((store) => store.startsWith(CACHE_PREFIX));
      await Promise.all(stores.filter((store) => store !== cacheName).map((store) => caches.delete(store)));
      await inflateInWorker(cacheName, base, names);
    },
    async forget(names) {
      const store = await caches.open(cacheName);
      await Promise.all(names.map((name) => store.delete(base + name)));
    },
  };
}

/**
 * Stores the speed of this engine build. The speed of another build is ignored, because that build may be
 * slower. If the browser stores nothing, the speed is measured in every visit.
 */
function keptSpeed({ key }: EngineLocation): StoredSpeed {
  const device = new WebStorage(() => localStorage);
  return {
    load() {
      const [storedKey, milliseconds] = device.read(SPEED)?.split(' ') ?? [];
      const storedMilliseconds = storedKey === key ? Number(milliseconds) : 0;
      return storedMilliseconds > 0 && storedMilliseconds < Infinity ? storedMilliseconds : null;
    },
    save: (kernelMilliseconds) => device.write(SPEED, `${key} ${kernelMilliseconds}`),
  };
}

/** Stores packages. Keys are hashes of the content, so an entry is never outdated. */
function packageCache(): ByteCache {
  const address = (key: string) => new URL(`packages/${key}`, document.baseURI).href;
  return {
    async load(key) {
      if (!('caches' in globalThis)) return null;
      const response = await (await caches.open(PACKAGE_CACHE)).match(address(key));
      return response ? response.arrayBuffer() : null;
    },
    async save(key, bytes) {
      if (!('caches' in globalThis)) return;
      await (await caches.open(PACKAGE_CACHE)).put(address(key), new Response(bytes));
    },
  };
}
