/** The files of a GPU model from the fixtures' server, a model of its own for each test. */
import { afterEach, beforeEach, expect } from 'vitest';
import type { FilesProgress, DownloadEnd } from '../../src/models/local-port.ts';
import { ownModel, type GpuModel } from '../../src/models/web-llm/gpu-model.ts';
import { GpuFiles } from '../../src/models/web-llm/hosts/gpu-files.ts';
import { obey, requests, serverUrl } from './model-server.ts';

export const SHARDS = [0, 1, 2, 3].map((index) => `params_shard_${index}.bin`);
export const FILES = ['mlc-chat-config.json', 'tensor-cache.json', 'tokenizer.json', ...SHARDS];

/** A busy machine is no silent server. */
export const files = new GpuFiles({ retryBaseMs: 5, idleMs: 20_000 });
export const never = new AbortController().signal;

export function modelNamed(name: string, library = name): GpuModel {
  return ownModel({
    id: name,
    modelUrl: `${serverUrl}/models/${name}`,
    libraryUrl: `${serverUrl}/libraries/${library}.wasm`,
    weightBytes: 0,
    longestContext: 4096,
    reasons: false,
  });
}

/** Calls `use` with a new model before each test, and empties the storage after it. */
export function eachWithModel(prefix: string, use: (model: GpuModel) => void): void {
  let turn = 0;
  beforeEach(() => use(modelNamed(`${prefix}-${Date.now()}-${turn++}`)));
  afterEach(async () => {
    await obey();
    for (const name of await caches.keys()) if (name.startsWith('webllm/')) await caches.delete(name);
  });
}

export async function download(
  model: GpuModel,
  options: { readonly signal?: AbortSignal; readonly thorough?: boolean } = {},
  onProgress: (progress: FilesProgress) => void = () => undefined,
): Promise<DownloadEnd> {
  const { signal = never, ...rest } = options;
  return files.download(model, rest, onProgress, signal);
}

export async function stored(): Promise<string[]> {
  const urls: string[] = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith('webllm/')) continue;
    for (const { url } of await (await caches.open(name)).keys()) urls.push(`${name} ${url}`);
  }
  return urls.sort();
}

/** Names of a model's files that were asked for since `from` requests, in order of their names. */
export async function askedOf({ id }: GpuModel, from = 0): Promise<string[]> {
  const log = await requests(new RegExp(`/${id}[/.]`));
  return log.slice(from).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
}

export function messageOf(result: DownloadEnd): string {
  if (typeof result === 'string') throw new Error(`no failure: ${JSON.stringify(result)}`);
  const { message, remedy } = result;
  expect(remedy).toMatch(/^[A-Z].*\.$/);
  return message;
}
