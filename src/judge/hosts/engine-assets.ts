/** Fetches what the sandbox needs. Only the page can: the frame has no network. */
import { inflate } from '../frame/gzip.ts';
import type { PackageLock } from '../packages/package-index.ts';
import type { EngineFile, EngineMemory } from '../protocol/page-frame.ts';
import type { HandedCache } from './byte-cache.ts';
import type { EngineFileName, InflatedFiles } from './inflated-files.ts';

export interface EngineLocation {
  /** Absolute address of the engine's folder, ending in a slash. */
  readonly base: string;
  /** Names this exact build; a snapshot of another one does not fit. */
  readonly key: string;
}

/** How fast Python was in earlier visits, so that the first program of the next one need not wait for a measure. Neither throws. */
export interface KeptSpeed {
  /** @returns the fastest run of calibrate.py, in milliseconds */
  load(): number | null;
  save(kernelMilliseconds: number): void;
}

/** Each rejects with EngineUnavailable when a file cannot be had. */
export interface EngineAssets {
  readonly worker: Promise<EngineFile>;
  readonly wasm: Promise<EngineFile>;
  readonly memory: Promise<EngineMemory>;
  readonly library: Promise<EngineFile>;
  /** What no earlier visit has inflated: complete when the others are there. */
  readonly packed: readonly EngineFileName[];
}

/**
 * @param snapshots of memory, of earlier visits, each made before any submission ran
 * @param inflated by earlier visits
 * @param speed of Python in earlier visits
 */
export function fetchEngineAssets(
  location: EngineLocation,
  snapshots: HandedCache,
  inflated: InflatedFiles | null,
  speed: KeptSpeed | null,
): EngineAssets {
  const missing: EngineFileName[] = [];
  const fileOf = async (name: EngineFileName): Promise<EngineFile> => {
    // A store that fails costs a slower boot, nothing else.
    const kept = await inflated?.load(name).catch(() => null);
    if (kept) return { bytes: kept, gzip: false };
    missing.push(name);
    return { bytes: await packed(location, `${name}.gz.bin`), gzip: true };
  };
  // In the order in which they are needed.
  return {
    worker: fileOf('python-worker'),
    wasm: fileOf('pyodide.wasm'),
    memory: snapshots
      .load(location.key)
      .catch(() => null)
      .then((snapshot) => ({ snapshot, kernelMilliseconds: speed?.load() ?? null })),
    library: fileOf('stdlib.zip'),
    packed: missing,
  };
}

/**
 * The sandbox frame's document, with its policy. Given as text, it comes from wherever the page's own files come
 * from; a frame of opaque origin, asked to fetch it, would find no service worker.
 * @throws EngineUnavailable when the file cannot be had
 */
export async function fetchFrameDocument(location: EngineLocation): Promise<string> {
  return new TextDecoder().decode(await inflate(await packed(location, 'sandbox.gz.bin')));
}

/**
 * The entries of all packages of the Pyodide distribution.
 * @throws EngineUnavailable when the file cannot be had
 */
export async function fetchPackageLock(location: EngineLocation): Promise<PackageLock> {
  const text = new TextDecoder().decode(await inflate(await packed(location, 'packages.gz.bin')));
  return JSON.parse(text) as PackageLock;
}

/** The engine's files could not be loaded: the reason is for the reader. */
class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** Hosts that answer every address with a page, or inflate on the way, are found out here. */
async function packed(location: EngineLocation, name: string): Promise<ArrayBuffer> {
  const bytes = await fetched(location, name);
  const [first, second] = new Uint8Array(bytes);
  if (first === 0x1f && second === 0x8b) return bytes;
  throw new EngineUnavailable(`${new URL(name, location.base).href} is not the file that was built`);
}

async function fetched(location: EngineLocation, name: string): Promise<ArrayBuffer> {
  const address = new URL(name, location.base);
  const response = await fetch(address).catch(() => null);
  if (response === null) throw new EngineUnavailable(`${address.href} could not be reached`);
  if (!response.ok) throw new EngineUnavailable(`${address.href} answered ${response.status}`);
  return response.arrayBuffer();
}
