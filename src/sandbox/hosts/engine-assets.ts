/** Fetches the files of the engine. The page does this, because the frame has no network. */
import { inflate } from '../frame/gzip.ts';
import type { PackageLock } from '../../judge/packages/package-index.ts';
import type { AssetsToFrame, EngineFile } from '../protocol/page-frame.ts';
import type { EngineFileName, InflatedFiles } from './inflated-files.ts';

export interface EngineLocation {
  /** Absolute URL of the engine's folder, ending in a slash. */
  readonly base: string;
  /** Identifies the build of the engine. */
  readonly key: string;
}

/**
 * Stores the speed of Python from earlier visits, so that the first program of the next visit does not wait for a
 * measurement. The functions do not throw.
 */
export interface StoredSpeed {
  /** Returns the time of the fastest run of calibrate.py in milliseconds, or null if it is unknown. */
  load(): number | null;
  save(kernelMilliseconds: number): void;
}

/** The files of the engine. Each promise rejects with EngineUnavailable when its file cannot be loaded. */
export interface EngineAssets {
  /** The files in the order in which the frame needs them. */
  readonly files: readonly Promise<AssetsToFrame>[];
  /** Names of the files that no earlier visit has inflated. The list is complete when all `files` are loaded. */
  readonly packedNames: readonly EngineFileName[];
}

/**
 * @param inflatedFiles the store of inflated files of earlier visits, or null if there is none
 * @param speed the store of Python's speed in earlier visits, or null if there is none
 * @param hashSeed the seed of Python's hashes
 */
export function fetchEngineAssets(
  location: EngineLocation,
  inflatedFiles: InflatedFiles | null,
  speed: StoredSpeed | null,
  hashSeed: number,
): EngineAssets {
  const missingNames: EngineFileName[] = [];
  const fileOf = async (name: EngineFileName, priority: RequestPriority = 'auto'): Promise<EngineFile> => {
    // An error of the store is ignored, because it only makes the boot slower.
    const storedFile = await inflatedFiles?.load(name).catch(() => null);
    if (storedFile) return { bytes: storedFile, gzip: false };
    missingNames.push(name);
    return { bytes: await fetchGzip(location, `${name}.gz.bin`, priority), gzip: true };
  };
  const kernelMilliseconds = speed?.load() ?? null;
  return {
    files: [
      fileOf('python-worker').then((file) => ({ type: 'worker', file })),
      fileOf('pyodide.wasm').then((file) => ({ type: 'wasm', file })),
      fileOf('snapshot').then((file) => ({ type: 'snapshot', file, hashSeed, kernelMilliseconds })),
      fileOf('stdlib.zip', 'low').then((file) => ({ type: 'library', file })),
    ],
    packedNames: missingNames,
  };
}

/**
 * Fetches the sandbox frame's document, which contains its policy. The page fetches it as text, so that a service
 * worker can serve it. Requests of a frame with an opaque origin do not reach the service worker.
 * @throws EngineUnavailable when the file cannot be loaded
 */
export async function fetchFrameDocument(location: EngineLocation): Promise<string> {
  return new TextDecoder().decode(await inflate(await fetchGzip(location, 'sandbox.gz.bin')));
}

/**
 * Fetches the entries of all packages of the Pyodide distribution.
 * @throws EngineUnavailable when the file cannot be loaded
 */
export async function fetchPackageLock(location: EngineLocation): Promise<PackageLock> {
  const text = new TextDecoder().decode(await inflate(await fetchGzip(location, 'packages.gz.bin')));
  return JSON.parse(text) as PackageLock;
}

/** Error for a file of the engine that could not be loaded. The page shows the message. */
class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

/** Fetches a gzip file. Throws if the host answers every URL with an HTML page, or inflates files itself. */
async function fetchGzip(
  location: EngineLocation,
  name: string,
  priority?: RequestPriority,
): Promise<ArrayBuffer> {
  const bytes = await fetchFile(location, name, priority);
  const [firstByte, secondByte] = new Uint8Array(bytes);
  if (firstByte === 0x1f && secondByte === 0x8b) return bytes;
  throw new EngineUnavailable(`${new URL(name, location.base).href} is not the file that was built`);
}

async function fetchFile(
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
