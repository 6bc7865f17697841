/** Finds models among the files that a user has chosen, and lists their missing and invalid files. */
import { byteText } from '../../../base/number-words.ts';
import type { FileProblem } from '../../failure.ts';
import { artifactsOf, type Artifact, IMPORTED_HOST } from '../artifacts.ts';
import { type GpuModel, ownModel } from '../gpu-model.ts';
import { matchLibrary, type LibraryMatch } from '../library-match.ts';
import {
  CHAT_CONFIG,
  otherContentProblem,
  parseChatConfig,
  parseTensorManifest,
  TENSOR_MANIFEST,
  type ChatConfig,
  type TensorManifest,
} from '../manifest.ts';
import type { FolderFile } from '../gpu-port.ts';
import type { FileTrouble } from '../../local-port.ts';
import { problemOf } from './gpu-fetch.ts';

export interface DiskFile extends FolderFile {
  readonly file: File;
}

export interface FolderReading {
  /** Path of the folder; '' if the files have none. */
  readonly folder: string;
  /** Null if the contents of the folder cannot be determined. */
  readonly model: GpuModel | null;
  /** Every file of the model with its source, except those in `troubles`. */
  readonly sources: readonly { readonly artifact: Artifact; readonly file: File }[];
  readonly troubles: readonly FileTrouble[];
}

/** Maximum size of a placeholder file, in bytes. Weights are never this small. */
const MOST_STAND_IN_BYTES = 1024;

/** Returns the paths of the folders that contain a model's configuration. */
export function modelFolders(files: readonly DiskFile[]): readonly string[] {
  return files.filter(({ path }) => baseName(path) === CHAT_CONFIG).map(({ path }) => folderOf(path));
}

/**
 * Reads a model folder. The folder's name identifies a known model; any other model is added as the user's own.
 * @param hasLibrary whether a model's library is stored already, so that the folder may lack it
 */
export async function readFolder(
  folder: string,
  files: readonly DiskFile[],
  knownModels: readonly GpuModel[],
  hasLibrary: (model: GpuModel) => Promise<boolean>,
): Promise<FolderReading> {
  const filesInside = new Map(
    files
      .filter(({ path }) => folder === '' || path.startsWith(`${folder}/`))
      .map(({ path, file }) => [folder === '' ? path : path.slice(folder.length + 1), file]),
  );
  const configText = (await filesInside.get(CHAT_CONFIG)?.text()) ?? '';
  const config = parseChatConfig(configText);
  const manifestFile = filesInside.get(TENSOR_MANIFEST);
  const manifest = manifestFile && parseTensorManifest(await manifestFile.text());
  if (!config.ok || !manifest?.ok) {
    const troubles: FileTrouble[] = [];
    if (!config.ok) troubles.push({ name: CHAT_CONFIG, problem: config.problem });
    if (manifest === undefined)
      troubles.push({
        name: TENSOR_MANIFEST,
        problem: {
          text: filesInside.has('ndarray-cache.json')
            ? 'is missing (ndarray-cache.json, its name in models made for an older engine, will not do)'
            : 'is missing',
        },
      });
    else if (!manifest.ok) troubles.push({ name: TENSOR_MANIFEST, problem: manifest.problem });
    return { folder, model: null, sources: [], troubles };
  }
  const ownModel = findByFolder(folder, knownModels);
  const name = ownName(folder);
  const library = findLibrary(folder, name, ownModel, files);
  const libraryName = library === null ? `${name}.wasm` : baseName(library.path);
  const baseModel = ownModel ?? importedModel(name, libraryName, config.value, manifest.value);
  // The library is fetched from web-llm's list with the first download.
  const match = ownModel === null && library === null ? matchLibrary(configText) : null;
  const model = match?.ok === true ? { ...baseModel, libraryUrl: match.url } : baseModel;

  const sources: { artifact: Artifact; file: File }[] = [];
  const troubles: FileTrouble[] = [];
  for (const artifact of artifactsOf(model, config.value, manifest.value)) {
    const file = artifact.kind === 'library' ? library?.file : filesInside.get(artifact.name);
    if (file === undefined) {
      if (artifact.kind === 'library' && (match?.ok === true || (await hasLibrary(model)))) continue;
      troubles.push(missingFile(artifact, match));
      continue;
    }
    const problem = await problemOfFile(artifact, file);
    if (problem === null) sources.push({ artifact, file });
    else troubles.push({ name: artifact.name, problem });
  }
  return { folder, model, sources, troubles };
}

function missingFile({ kind, name }: Artifact, match: LibraryMatch | null): FileTrouble {
  if (kind === 'library' && match?.ok === false)
    return {
      name: '',
      problem: { text: `is missing, and no library of web-llm's list fits: ${match.difference}` },
    };
  return { name, problem: { text: 'is missing' } };
}

/** Returns the problem with a file, or null if there is none. */
async function problemOfFile(artifact: Artifact, file: File): Promise<FileProblem | null> {
  if (artifact.bytes === null) return problemOf(artifact, await file.arrayBuffer());
  if (file.size === artifact.bytes) return null;
  const standIn = file.size <= MOST_STAND_IN_BYTES ? otherContentProblem(await file.text()) : null;
  return standIn ?? { text: `has ${byteText(file.size)} of ${byteText(artifact.bytes)}` };
}

/**
 * Finds the compiled library of a model: in its folder, otherwise by its name, otherwise the only one; null
 * if there is none, or if it is ambiguous.
 */
function findLibrary(
  folder: string,
  name: string,
  ownModel: GpuModel | null,
  files: readonly DiskFile[],
): DiskFile | null {
  const wasmFiles = files.filter(({ path }) => path.endsWith('.wasm'));
  const namedLibrary =
    ownModel && wasmFiles.find(({ path }) => baseName(path) === baseName(ownModel.libraryUrl));
  if (namedLibrary) return namedLibrary;
  const librariesInside = wasmFiles.filter(({ path }) => folderOf(path) === folder);
  if (librariesInside.length > 0) return onlyItem(librariesInside);
  // With the library of another model, the model would load and write noise.
  if (ownModel !== null) return null;
  const stem = name.toLowerCase().replace(/-mlc$/, '');
  return (
    onlyItem(wasmFiles.filter(({ path }) => baseName(path).toLowerCase().startsWith(stem))) ??
    onlyItem(wasmFiles)
  );
}

function onlyItem<T>(items: readonly T[]): T | null {
  return items.length === 1 ? (items[0] ?? null) : null;
}

/** Returns the folder's name without the subfolders that hubs and servers add. */
function ownName(folder: string): string {
  const path = folder.replace(/\/resolve\/[^/]+$/, '').replace(/\/snapshots\/[^/]+$/, '');
  return baseName(path).replace(/^models--.*--/, '') || 'Imported model';
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * Creates one of the user's own models from its folder. A field that the folder does not state is null.
 * @param name the folder's name
 * @param library the file name of its compiled library
 */
export function importedModel(
  name: string,
  library: string,
  config: ChatConfig,
  { shards }: TensorManifest,
): GpuModel {
  const isHalf = config.quantization.includes('f16');
  const { attention } = config;
  return ownModel({
    id: name,
    modelUrl: IMPORTED_HOST + encodeURIComponent(name),
    libraryUrl: `${IMPORTED_HOST}${encodeURIComponent(name)}/${encodeURIComponent(library)}`,
    weightBytes: shards.reduce((sum, { bytes }) => sum + bytes, 0),
    // A key and a value for each layer and head.
    cacheBytesPerToken:
      attention === null ? null : 2 * attention.layers * attention.heads * attention.size * (isHalf ? 2 : 4),
    longestContext: Math.min(MOST_CONTEXT, Math.max(256, Math.round(config.contextTokens ?? 4096))),
    requiredFeatures: isHalf ? ['shader-f16'] : [],
    reasons: /\br1\b|r1-|_r1|reason|think|qwen3/i.test(`${name} ${config.template}`),
  });
}

/**
 * Maximum context window that is accepted, in tokens: more than any model has. The values of a file are
 * untrusted.
 */
const MOST_CONTEXT = 1_048_576;

/**
 * Returns the known model that a folder contains, by the names on its path, innermost first; null if none
 * matches.
 */
export function findByFolder(path: string, knownModels: readonly GpuModel[]): GpuModel | null {
  for (const segment of path.split('/').reverse()) {
    // The cache of Hugging Face names the folder `models--OWNER--NAME`.
    const names = [segment, segment.replace(/^models--.*--/, '')].map((name) => name.toLowerCase());
    const knownModel = knownModels.find((model) => namesOf(model).some((name) => names.includes(name)));
    if (knownModel !== undefined) return knownModel;
  }
  return null;
}

function namesOf({ id, modelUrl }: GpuModel): readonly string[] {
  const repository = modelUrl.replace(/\/+(resolve\/.*)?$/, '');
  return [id, repository.slice(repository.lastIndexOf('/') + 1)].map((name) => name.toLowerCase());
}
