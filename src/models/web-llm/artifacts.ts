/**
 * The files of a model: the cache keys under which web-llm looks for them, and the addresses from which they
 * are fetched.
 */
import { artifactBase } from './artifact-base.ts';
import type { GpuModel } from './gpu-model.ts';
import { CHAT_CONFIG, TENSOR_MANIFEST, type ChatConfig, type TensorManifest } from './manifest.ts';

/**
 * A scope of web-llm's three caches in the browser's Cache Storage. The name of a cache is `webllm/` followed
 * by its scope.
 */
export type CacheScope = 'config' | 'model' | 'wasm';

export const CACHE_SCOPES: readonly CacheScope[] = ['config', 'model', 'wasm'];

export interface Artifact {
  readonly kind: 'config' | 'manifest' | 'tokenizer' | 'library' | 'shard';
  readonly scope: CacheScope;
  /** The key that web-llm reads, even if the file was fetched from a mirror. */
  readonly url: string;
  /** The file's name; a shard's name may contain folders. */
  readonly name: string;
  /** Size of a shard, from the manifest; null for other files. */
  readonly bytes: number | null;
  /** Subresource-integrity string; null if there is none. */
  readonly integrity: string | null;
}

/** Replacements for the addresses of files. An address whose replacement is null is kept. */
export interface Mirror {
  /** Replaces `https://huggingface.co/`. */
  readonly weights: string | null;
  /** Replaces `https://raw.githubusercontent.com/`. */
  readonly libraries: string | null;
}

export const NO_MIRROR: Mirror = { weights: null, libraries: null };

const WEIGHTS_HOST = 'https://huggingface.co/';
const LIBRARIES_HOST = 'https://raw.githubusercontent.com/';
/** Prefix of the addresses of imported models. No server can have this host. */
export const IMPORTED_HOST = 'https://imported.invalid/';

/** Returns the folder that web-llm reads the model from, with a trailing slash. */
export function modelFolder({ modelUrl }: { readonly modelUrl: string }): string {
  return new URL(artifactBase(modelUrl)).href;
}

/** Returns the two files that list the others. */
export function leadingArtifacts(model: GpuModel): {
  readonly config: Artifact;
  readonly manifest: Artifact;
} {
  const integrity = model.integrity?.config ?? null;
  return {
    config: inFolder(model, 'config', CHAT_CONFIG, { integrity }),
    manifest: inFolder(model, 'manifest', TENSOR_MANIFEST),
  };
}

/** Returns the compiled library. Several models may share one. */
export function libraryArtifact({ libraryUrl, integrity }: GpuModel): Artifact {
  const url = new URL(libraryUrl).href;
  const name = url.slice(url.lastIndexOf('/') + 1);
  return { kind: 'library', scope: 'wasm', url, name, bytes: null, integrity: integrity?.model_lib ?? null };
}

/** Returns every file that web-llm reads to load the model, small files first. */
export function artifactsOf(
  model: GpuModel,
  { tokenizer }: ChatConfig,
  { shards }: TensorManifest,
): readonly Artifact[] {
  const leadingFiles = leadingArtifacts(model);
  const integrity = model.integrity?.tokenizer?.[tokenizer] ?? null;
  return [
    leadingFiles.config,
    leadingFiles.manifest,
    libraryArtifact(model),
    inFolder(model, 'tokenizer', tokenizer, { integrity }),
    ...shards.map(({ name, bytes }) => inFolder(model, 'shard', name, { bytes })),
  ];
}

function inFolder(
  model: GpuModel,
  kind: Exclude<Artifact['kind'], 'library'>,
  name: string,
  { bytes = null, integrity = null }: Partial<Pick<Artifact, 'bytes' | 'integrity'>> = {},
): Artifact {
  const url = new URL(name, modelFolder(model)).href;
  return { kind, scope: kind === 'config' ? kind : 'model', url, name, bytes, integrity };
}

/** Returns the address that a file is fetched from. */
export function sourceOf({ url }: Artifact, mirror: Mirror): string {
  if (mirror.weights !== null && url.startsWith(WEIGHTS_HOST))
    return joinUrl(mirror.weights, url.slice(WEIGHTS_HOST.length));
  if (mirror.libraries !== null && url.startsWith(LIBRARIES_HOST))
    return joinUrl(mirror.libraries, url.slice(LIBRARIES_HOST.length));
  return url;
}

function joinUrl(base: string, path: string): string {
  return base.endsWith('/') ? base + path : `${base}/${path}`;
}
