/** Fetches what the sandbox needs. Only the page can: the frame has no network. */
import { inflate } from '../frame/gzip.ts';
import type { PackageLock } from '../../judge/packages/package-index.ts';
import type { AssetsToFrame, EngineFile } from '../protocol/page-frame.ts';
import type { EngineFileName, InflatedFiles } from './inflated-files.ts';

export interface EngineLocation {
  /** Absolute address of the engine's folder, ending in a slash. */
  readonly base: string;
  /** Names this exact build. */
  readonly key: string;
}

/**
 * How fast Python was in earlier visits, so that the first program of the next one need not wait for a measure.
 * Neither throws.
 */
export interface StoredSpeed {
  /** @returns the fastest run of calibrate.py, in milliseconds */
  load(): number | null;
  save(kernelMilliseconds: number): void;
}

/** Each rejects with EngineUnavailable when a file cannot be had. */
export interface EngineAssets {
  /** In the order in which they are needed. */
  readonly files: readonly Promise<AssetsToFrame>[];
  /** The files that no earlier visit has inflated: complete when the others are there. */
  readonly packed: readonly EngineFileName[];
}

/**
 * @param inflated by earlier visits
 * @param speed of Python in earlier visits
 */
export function fetchEngineAssets(
  location: EngineLocation,
  inflated: InflatedFiles | null,
  speed: StoredSpeed | null,
): EngineAssets {
  const missing: EngineFileName[] = [];
  const fileOf = async (name: EngineFileName, priority: RequestPriority = 'auto'): Promise<EngineFile> => {
    // A store that fails costs a slower boot, nothing else.
    const kept = await inflated?.load(name).catch(() => null);
    if (kept) return { bytes: kept, gzip: false };
    missing.push(name);
    return { bytes: await packed(location, `${name}.gz.bin`, priority), gzip: true };
  };
  const kernelMilliseconds = speed?.load() ?? null;
  return {
    files: [
      fileOf('python-worker').then((file) => ({ type: 'worker', file })),
      fileOf('pyodide.wasm').then((file) => ({ type: 'wasm', file })),
      fileOf('snapshot').then((file) => ({ type: 'snapshot', file, kernelMilliseconds })),
      fileOf('stdlib.zip', 'low').then((file) => ({ type: 'library', file })),
    ],
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
async function packed(
  location: EngineLocation,
  name: string,
  priority?: RequestPriority,
): Promise<ArrayBuffer> {
  const bytes = await fetched(location, name, priority);
  const [first, second] = new Uint8Array(bytes);
  if (first === 0x1f && second === 0x8b) return bytes;
  throw new EngineUnavailable(`${new URL(name, location.base).href} is not the file that was built`);
}

async function fetched(
  location: EngineLocation,
  name: string,
  priority: RequestPriority = 'auto',
): Promise<ArrayBuffer> {
  const address = new URL(name, location.base);
  const response = await fetch(address, { priority }).catch(() => null);
  if (response === null) throw new EngineUnavailable(`${address.href} could not be reached`);
  if (!response.ok) throw new EngineUnavailable(`${address.href} answered ${response.status}`);
  return response.arrayBuffer();
}
