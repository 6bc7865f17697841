/** Checks whether files of rows are shards of one run, by the manifests beside them. */
import { counted } from '../../../base/number-words.ts';
import { UsageError } from '../text/usage-error.ts';
import { runDifference, type AskedSamples, type RunManifest } from './manifest.ts';

export interface ShardFile {
  /** The name in the user's spelling. */
  readonly name: string;
  /** Null if the file has no manifest. */
  readonly manifest: RunManifest | null;
}

/** @throws UsageError naming the difference */
export function refuseOtherRuns(files: readonly ShardFile[]): void {
  const [first, ...others] = files.filter(isKnown);
  if (first === undefined) return;
  for (const { name, manifest } of others) {
    const [had, asked] = [manifest.asked?.samples, first.manifest.asked?.samples];
    const difference =
      runDifference(manifest, first.manifest) ??
      (had === asked ? null : `it has ${had} samples per problem, not ${asked}`);
    if (difference !== null)
      throw new UsageError(`${name} belongs to another run than ${first.name}: ${difference}`);
  }
}

/** @throws UsageError if the shards were graded from other samples than these */
export function refuseOtherSamples(
  files: readonly ShardFile[],
  samplesPath: string,
  samplesHash: string,
): void {
  const first = files.find(isKnown);
  const samples = first?.manifest.origin['samples'];
  if (first !== undefined && samples !== undefined && samples !== samplesHash)
    throw new UsageError(`${first.name} belongs to another run: ${samplesPath} is not its file of samples`);
}

/** Returns the samples of a run that reads no file of samples; null if it reads one, or if that is not known. */
export function askedOf(files: readonly ShardFile[]): AskedSamples | null {
  return files.find(isKnown)?.manifest.asked ?? null;
}

/** Returns the shards that none of the files has, as in `3/4, 4/4`; '' if none is missing, or if it is not known. */
export function missingShards(files: readonly ShardFile[]): string {
  const there = files.filter(isKnown).map(({ manifest }) => manifest.shard);
  const parts = Number(there[0]?.split('/')[1]);
  if (there.length < files.length || !there.every((shard) => shard.endsWith(`/${parts}`))) return '';
  const missing: string[] = [];
  for (let part = 1; part <= parts && missing.length <= MOST_NAMED; part++)
    if (!there.includes(`${part}/${parts}`)) missing.push(`${part}/${parts}`);
  return missing.length > MOST_NAMED
    ? `${missing.slice(0, MOST_NAMED).join(', ')} and others`
    : missing.join(', ');
}

/** Describes the files without a manifest, which could not be compared; '' if there are none. */
export function unknownWords(files: readonly ShardFile[]): string {
  const unknown = files.filter(({ manifest }) => manifest === null).length;
  return unknown === 0 ? '' : `; ${counted(unknown, 'file has', 'files have')} no manifest to check`;
}

const MOST_NAMED = 8;

function isKnown(file: ShardFile): file is ShardFile & { readonly manifest: RunManifest } {
  return file.manifest !== null;
}
