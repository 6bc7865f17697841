import { byteText } from '../../../base/number-words.ts';
import { artifactsOf, leadingArtifacts, libraryArtifact, modelFolder, type Artifact } from '../artifacts.ts';
import type { GpuModel } from '../gpu-model.ts';
import { parseChatConfig, parseTensorManifest, type ParsedManifest } from '../manifest.ts';
import { NO_FILES, type FilesStatus, type FileTrouble } from '../../local-port.ts';
import type { GpuCache, StoredKey } from './gpu-cache.ts';

export interface Survey {
  readonly status: FilesStatus;
  /** Every file of the model; null if one of the two leading files is missing or wrong. */
  readonly artifacts: readonly Artifact[] | null;
  /** Bytes of the right files, by address. */
  readonly right: ReadonlyMap<string, number>;
  /** The stored files that are wrong. */
  readonly wrong: readonly Artifact[];
}

/** Examines the stored files of a model. `count`: whether to read every byte, rather than trust the recorded sizes. */
export async function survey(cache: GpuCache, model: GpuModel, count: boolean): Promise<Survey> {
  const mine = keysOf(model, await cache.keys());
  const leading = leadingArtifacts(model);
  const atLeast = [leading.config, leading.manifest, libraryArtifact(model)];
  if (mine.length === 0) {
    const status = { ...NO_FILES, missing: atLeast.map(({ name }) => name) };
    return { status, artifacts: null, right: new Map(), wrong: [] };
  }
  const config = await readLeading(cache, leading.config, parseChatConfig);
  const manifest = await readLeading(cache, leading.manifest, parseTensorManifest);
  const artifacts = config?.ok && manifest?.ok ? artifactsOf(model, config.value, manifest.value) : null;
  const known = artifacts ?? atLeast;
  const problems = new Map(
    [[leading.config, config] as const, [leading.manifest, manifest] as const].flatMap(([{ url }, parsed]) =>
      parsed === null || parsed.ok ? [] : [[url, parsed.problem] as const],
    ),
  );

  const right = new Map<string, number>();
  const wrong: Artifact[] = [];
  const missing: string[] = [];
  const broken: FileTrouble[] = [];
  for (const artifact of known) {
    const size = await cache.sizeOf(artifact, count);
    // The recorded size does not show a truncated body. The counted size does not show a wrong record.
    const noted = count && artifact.bytes === null ? await cache.sizeOf(artifact, false) : artifact.bytes;
    const problem =
      problems.get(artifact.url) ??
      (size === null || noted === null || size === noted
        ? null
        : { text: `has ${byteText(size)} of ${byteText(noted)}` });
    if (size === null) missing.push(artifact.name);
    else if (problem === null) right.set(artifact.url, size);
    else {
      wrong.push(artifact);
      broken.push({ name: artifact.name, problem });
    }
  }
  let doneBytes = sum(right.values());
  if (artifacts === null) {
    // Without a manifest, the shards cannot be checked. They still count as stored.
    const listed = new Set(known.map(({ url }) => url));
    for (const key of mine) if (!listed.has(key.url)) doneBytes += (await cache.sizeOf(key, false)) ?? 0;
  }
  const kind = broken.length > 0 ? 'broken' : missing.length > 0 ? 'partial' : 'complete';
  const totalBytes = artifacts && sum(artifacts.map(({ url, bytes }) => bytes ?? right.get(url) ?? 0));
  return { status: { kind, doneBytes, totalBytes, missing, broken }, artifacts, right, wrong };
}

/** The stored files in the model's folder. The library is not among them. */
export function keysOf(model: GpuModel, keys: readonly StoredKey[]): readonly StoredKey[] {
  const folder = modelFolder(model);
  return keys.filter(({ scope, url }) => scope !== 'wasm' && url.startsWith(folder));
}

/** Null if the file is not stored. */
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
