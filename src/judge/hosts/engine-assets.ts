/** Fetches what the sandbox needs. Only the page can: the frame has no network. */
import type { PackageLock } from '../packages/package-index.ts';
import type { EngineAssets } from '../protocol/page-frame.ts';
import type { ByteCache } from './byte-cache.ts';

export interface EngineLocation {
  /** Absolute address of the engine's folder, ending in a slash. */
  readonly base: string;
  /** Names this exact build; a snapshot of another one does not fit. */
  readonly key: string;
}

/** @throws EngineUnavailable when a file cannot be had */
export async function fetchEngineAssets(
  location: EngineLocation,
  /** Memory snapshots of earlier visits, each made before any submission ran. */
  snapshots: ByteCache,
): Promise<EngineAssets> {
  const [worker, wasm, stdlib, lock, snapshot] = await Promise.all([
    inflated(location, 'python-worker.gz.bin'),
    inflated(location, 'pyodide.wasm.gz.bin'),
    inflated(location, 'stdlib.zip.gz.bin'),
    fetched(location, 'lock.json').then((response) => response.text()),
    // A store that fails costs a slower boot, nothing else.
    snapshots.load(location.key).catch(() => null),
  ]);
  return { worker: new TextDecoder().decode(worker), wasm, stdlib, lock, snapshot };
}

/**
 * The entries of all packages of the Pyodide distribution.
 * @throws EngineUnavailable when the file cannot be had
 */
export async function fetchPackageLock(location: EngineLocation): Promise<PackageLock> {
  const text = new TextDecoder().decode(await inflated(location, 'packages.gz.bin'));
  return JSON.parse(text) as PackageLock;
}

/** The engine's files could not be loaded: the reason is for the reader. */
class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

async function fetched(location: EngineLocation, name: string): Promise<Response> {
  const address = new URL(name, location.base);
  const response = await fetch(address).catch(() => null);
  if (response === null) throw new EngineUnavailable(`${address.href} could not be reached`);
  if (!response.ok) throw new EngineUnavailable(`${address.href} answered ${response.status}`);
  return response;
}

async function inflated(location: EngineLocation, name: string): Promise<ArrayBuffer> {
  const response = await fetched(location, name);
  if (response.body === null) throw new EngineUnavailable(`${name} came without content`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
