/** Reads the stored files of GPU models: whether a model is complete, and which model owns a file. */
import { groupBy } from '../../../base/collections.ts';
import { byteText } from '../../../base/number-words.ts';
import { artifactsOf, leadingArtifacts, libraryArtifact, modelFolder, type Artifact } from '../artifacts.ts';
import type { GpuModel } from '../gpu-model.ts';
import { parseChatConfig, parseTensorManifest, type ParsedManifest } from '../manifest.ts';
import {
  NO_FILES,
  type FilesStatus,
  type FileTrouble,
  type Inventory,
  type OrphanedFiles,
  type StoredModel,
} from '../../local-port.ts';
import type { GpuCache, StoredKey } from './gpu-cache.ts';

export interface Survey {
  readonly status: FilesStatus;
  /** All files of the model; null if one of the two leading files is missing or invalid. */
  readonly artifacts: readonly Artifact[] | null;
  /** Bytes of the valid files, by address. */
  readonly validBytes: ReadonlyMap<string, number>;
  /** The stored files that are invalid: of the wrong size, or a leading file that cannot be parsed. */
  readonly invalidFiles: readonly Artifact[];
}

/**
 * Reads the status of a model's stored files. `countsBytes`: whether to read every byte, rather than trust the
 * recorded sizes.
 */
export async function survey(cache: GpuCache, model: GpuModel, countsBytes: boolean): Promise<Survey> {
  const modelKeys = keysOf(model, await cache.keys());
  const leadingFiles = leadingArtifacts(model);
  const knownFiles = [leadingFiles.config, leadingFiles.manifest, libraryArtifact(model)];
  if (modelKeys.length === 0) {
    const status = { ...NO_FILES, missing: knownFiles.map(({ name }) => name) };
    return { status, artifacts: null, validBytes: new Map(), invalidFiles: [] };
  }
  const config = await readLeading(cache, leadingFiles.config, parseChatConfig);
  const manifest = await readLeading(cache, leadingFiles.manifest, parseTensorManifest);
  const artifacts = config?.ok && manifest?.ok ? artifactsOf(model, config.value, manifest.value) : null;
  const expectedArtifacts = artifacts ?? knownFiles;
  const problems = new Map(
    [[leadingFiles.config, config] as const, [leadingFiles.manifest, manifest] as const].flatMap(
      ([{ url }, parsedFile]) =>
        parsedFile === null || parsedFile.ok ? [] : [[url, parsedFile.problem] as const],
    ),
  );

  const validBytes = new Map<string, number>();
  const invalidFiles: Artifact[] = [];
  const missingNames: string[] = [];
  const brokenFiles: FileTrouble[] = [];
  for (const artifact of expectedArtifacts) {
    const size = await cache.sizeOf(artifact, countsBytes);
    // The recorded size does not reveal a truncated body. The counted size does not reveal that the recorded
    // size is wrong.
    const recordedBytes =
      countsBytes && artifact.bytes === null ? await cache.sizeOf(artifact, false) : artifact.bytes;
    const problem =
      problems.get(artifact.url) ??
      (size === null || recordedBytes === null || size === recordedBytes
        ? null
        : { text: `has ${byteText(size)} of ${byteText(recordedBytes)}` });
    if (size === null) missingNames.push(artifact.name);
    else if (problem === null) validBytes.set(artifact.url, size);
    else {
      invalidFiles.push(artifact);
      brokenFiles.push({ name: artifact.name, problem });
    }
  }
  let doneBytes = sum(validBytes.values());
  if (artifacts === null) {
    // Without a manifest, the shards cannot be checked. Their bytes are added nevertheless.
    const expectedUrls = new Set(expectedArtifacts.map(({ url }) => url));
    for (const key of modelKeys)
      if (!expectedUrls.has(key.url)) doneBytes += (await cache.sizeOf(key, false)) ?? 0;
  }
  const kind = brokenFiles.length > 0 ? 'broken' : missingNames.length > 0 ? 'partial' : 'complete';
  const totalBytes = artifacts && sum(artifacts.map(({ url, bytes }) => bytes ?? validBytes.get(url) ?? 0));
  return {
    status: { kind, doneBytes, totalBytes, missing: missingNames, broken: brokenFiles },
    artifacts,
    validBytes,
    invalidFiles,
  };
}

/** Returns the stored files in the model's folder. The library is not one of them. */
function keysOf(model: GpuModel, keys: readonly StoredKey[]): readonly StoredKey[] {
  const folder = modelFolder(model);
  return keys.filter(({ scope, url }) => scope !== 'wasm' && url.startsWith(folder));
}

/** Reads one of the two leading files; null if it is not stored. */
async function readLeading<T>(
  cache: GpuCache,
  artifact: Artifact,
  parse: (text: string) => ParsedManifest<T>,
): Promise<ParsedManifest<T> | null> {
  const text = await cache.text(artifact);
  return text === null ? null : parse(text);
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Lists the stored files by model. Files that belong to no model come last. */
export async function takeInventory(
  cache: GpuCache,
  knownModels: readonly GpuModel[],
): Promise<Omit<Inventory<GpuModel>, 'freeBytes' | 'persistent'>> {
  const keys = await cache.keys();
  const sizes = new Map<StoredKey, number>();
  for (const key of keys) sizes.set(key, (await cache.sizeOf(key, false)) ?? 0);
  const bytesOf = (someKeys: readonly StoredKey[]) =>
    someKeys.reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0);

  const claimedKeys = new Set<StoredKey>();
  const models: StoredModel<GpuModel>[] = [];
  for (const model of knownModels) {
    const ownKeys = keysOf(model, keys);
    if (ownKeys.length === 0 || isShadowed(model, knownModels, keys)) continue;
    const modelFiles = [...ownKeys, ...libraryKeys(model, keys)];
    modelFiles.forEach((key) => claimedKeys.add(key));
    models.push({ model, bytes: bytesOf(modelFiles) });
  }
  const groups = groupBy(keys, (key) => (claimedKeys.has(key) ? null : nameOf(key)));
  const orphans = [...groups].map(([name, groupKeys]): OrphanedFiles => ({
    name,
    bytes: bytesOf(groupKeys),
    urls: groupKeys.map(({ url }) => url),
  }));
  return { models, orphans, totalBytes: bytesOf(keys) };
}

function libraryKeys(model: GpuModel, keys: readonly StoredKey[]): readonly StoredKey[] {
  const { url: library } = libraryArtifact(model);
  return keys.filter(({ scope, url }) => scope === 'wasm' && url === library);
}

/** Whether a different model uses the same weights, and only that model's library is stored. */
function isShadowed(model: GpuModel, knownModels: readonly GpuModel[], keys: readonly StoredKey[]): boolean {
  const folder = modelFolder(model);
  return (
    libraryKeys(model, keys).length === 0 &&
    knownModels.some(
      (knownModel) =>
        knownModel !== model &&
        modelFolder(knownModel) === folder &&
        libraryKeys(knownModel, keys).length > 0,
    )
  );
}

/** Returns the repository of a file, or the file name of a library. */
function nameOf({ scope, url }: StoredKey): string {
  const path = decodedPath(new URL(url).pathname);
  if (scope === 'wasm') return path.slice(path.lastIndexOf('/') + 1);
  return /^\/(.*)\/resolve\//.exec(path)?.[1] ?? path.slice(1, path.lastIndexOf('/'));
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the stored files of a model that no other stored model in `knownModels` needs. */
export function ownedAlone(
  model: GpuModel,
  knownModels: readonly GpuModel[],
  keys: readonly StoredKey[],
): readonly StoredKey[] {
  const folder = modelFolder(model);
  const library = libraryArtifact(model).url;
  const storedLibraries = keys.filter(({ scope }) => scope === 'wasm');
  const otherModels = knownModels.map((knownModel) => ({
    folder: modelFolder(knownModel),
    library: libraryArtifact(knownModel).url,
    some: keysOf(knownModel, keys).length > 0,
  }));
  // Two models can share the same weights and have different libraries.
  const areWeightsNeeded = otherModels.some(
    (other) =>
      other.folder === folder &&
      other.library !== library &&
      storedLibraries.some(({ url }) => url === other.library),
  );
  const isLibraryNeeded = otherModels.some(
    (other) => other.folder !== folder && other.library === library && other.some,
  );
  return [
    ...(areWeightsNeeded ? [] : keysOf(model, keys)),
    ...(isLibraryNeeded ? [] : storedLibraries.filter(({ url }) => url === library)),
  ];
}
