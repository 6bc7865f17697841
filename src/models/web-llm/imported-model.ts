import { IMPORTED_HOST } from './artifacts.ts';
import { ownModel, type GpuModel } from './gpu-model.ts';
import type { ChatConfig, TensorManifest } from './manifest.ts';

/**
 * A model of the user's own, known from its folder alone. A field that the folder does not give stays null.
 * @param name the folder's name
 * @param library the file name of its compiled library
 */
export function importedModel(
  name: string,
  library: string,
  config: ChatConfig,
  { shards }: TensorManifest,
): GpuModel {
  const half = config.quantization.includes('f16');
  const { attention } = config;
  return ownModel({
    id: name,
    modelUrl: IMPORTED_HOST + encodeURIComponent(name),
    libraryUrl: `${IMPORTED_HOST}${encodeURIComponent(name)}/${encodeURIComponent(library)}`,
    weightBytes: shards.reduce((sum, { bytes }) => sum + bytes, 0),
    // A key and a value for each layer and head.
    cacheBytesPerToken:
      attention === null ? null : 2 * attention.layers * attention.heads * attention.size * (half ? 2 : 4),
    longestContext: Math.min(MOST_CONTEXT, Math.max(256, Math.round(config.contextTokens ?? 4096))),
    requiredFeatures: half ? ['shader-f16'] : [],
    reasons: /\br1\b|r1-|_r1|reason|think|qwen3/i.test(`${name} ${config.template}`),
  });
}

/** More than any model has, in tokens: what a file says is not taken on trust. */
const MOST_CONTEXT = 1_048_576;

/** The known model a folder holds, by the names on its path, innermost first; null where none fits. */
export function findByFolder(path: string, known: readonly GpuModel[]): GpuModel | null {
  for (const part of path.split('/').reverse()) {
    // A hub's own cache calls the folder `models--OWNER--NAME`.
    const names = [part, part.replace(/^models--.*--/, '')].map((name) => name.toLowerCase());
    const found = known.find((model) => namesOf(model).some((name) => names.includes(name)));
    if (found !== undefined) return found;
  }
  return null;
}

function namesOf({ id, modelUrl }: GpuModel): readonly string[] {
  const repository = modelUrl.replace(/\/+(resolve\/.*)?$/, '');
  return [id, repository.slice(repository.lastIndexOf('/') + 1)].map((name) => name.toLowerCase());
}
