import { groupBy } from '../../../base/collections.ts';
import { libraryArtifact, modelFolder } from '../artifacts.ts';
import type { GpuModel } from '../gpu-model.ts';
import type { Inventory, OrphanedFiles, StoredModel } from '../../local-port.ts';
import type { GpuCache, StoredKey } from './gpu-cache.ts';
import { keysOf } from './gpu-survey.ts';

/** Lists the stored files by model. Files that belong to no model come last. */
export async function takeInventory(
  cache: GpuCache,
  known: readonly GpuModel[],
): Promise<Omit<Inventory<GpuModel>, 'freeBytes' | 'persistent'>> {
  const keys = await cache.keys();
  const sizes = new Map<StoredKey, number>();
  for (const key of keys) sizes.set(key, (await cache.sizeOf(key, false)) ?? 0);
  const bytesOf = (some: readonly StoredKey[]) => some.reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0);

  const claimed = new Set<StoredKey>();
  const models: StoredModel<GpuModel>[] = [];
  for (const model of known) {
    const mine = keysOf(model, keys);
    if (mine.length === 0 || isShadowed(model, known, keys)) continue;
    const all = [...mine, ...libraryKeys(model, keys)];
    all.forEach((key) => claimed.add(key));
    models.push({ model, bytes: bytesOf(all) });
  }
  const groups = groupBy(keys, (key) => (claimed.has(key) ? null : nameOf(key)));
  const orphans = [...groups].map(([name, some]): OrphanedFiles => ({
    name,
    bytes: bytesOf(some),
    urls: some.map(({ url }) => url),
  }));
  return { models, orphans, totalBytes: bytesOf(keys) };
}

function libraryKeys(model: GpuModel, keys: readonly StoredKey[]): readonly StoredKey[] {
  const { url: library } = libraryArtifact(model);
  return keys.filter(({ scope, url }) => scope === 'wasm' && url === library);
}

/** Whether the weights belong to another model, too, and only the other model's library is stored. */
function isShadowed(model: GpuModel, known: readonly GpuModel[], keys: readonly StoredKey[]): boolean {
  const folder = modelFolder(model);
  return (
    libraryKeys(model, keys).length === 0 &&
    known.some(
      (other) => other !== model && modelFolder(other) === folder && libraryKeys(other, keys).length > 0,
    )
  );
}

/** Returns the repository of a file, or the file name of a library. */
function nameOf({ scope, url }: StoredKey): string {
  const path = decoded(new URL(url).pathname);
  if (scope === 'wasm') return path.slice(path.lastIndexOf('/') + 1);
  return /^\/(.*)\/resolve\//.exec(path)?.[1] ?? path.slice(1, path.lastIndexOf('/'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
