/**
 * The manifest of a file of rows describes the origin of the rows. It is stored in a second file,
 * `OUT.jsonl.manifest.json`, because tools that read JSON Lines would read an additional first line as a row, and a
 * field in every row would be as long as a short row.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { wholeOf } from '../output/output-file.ts';

/** The facts that identify a run, by name. The shard is not one of them, because a run can have several shards. */
export type RunOrigin = Readonly<Record<string, string>>;

export interface RunManifest {
  /** The hash of the run's origin. Shards of one run have the same hash. */
  readonly run: string;
  readonly origin: RunOrigin;
  /** The shard that the rows belong to, as in `2/4`. */
  readonly shard: string;
  /** Whether the file has all rows. */
  readonly complete: boolean;
  /** The samples of a run that reads no file of samples. It remains the same run if their number grows. */
  readonly asked?: AskedSamples;
  /** The token limit with which truncated answers are being requested again; missing if none are. */
  readonly redo?: number;
  /** Results of the connection check before the last part of the run. It remains the same run if they change. */
  readonly server?: ServerFindings;
}

/** The steps of the connection check, with their results. */
export type ServerFindings = readonly {
  readonly step: string;
  readonly outcome: string;
  readonly detail: string;
}[];

export interface AskedSamples {
  /** Ids of the problems, in their order. */
  readonly problems: readonly string[];
  /** The number of samples of each problem. */
  readonly samples: number;
}

/**
 * Names of the facts in the message about a difference. The message contains the values of a fact unless they are
 * hashes.
 */
const FACT_NAMES: Readonly<Record<string, string>> = {
  rollouts: 'the content of the rollouts',
  problems: 'the file of problems',
  samples: 'the file of samples',
  page: 'the version of Allpass',
};

export function manifestOf(
  origin: RunOrigin,
  shard: string,
  asked?: AskedSamples,
  redo: number | null = null,
): RunManifest {
  const sorted = Object.entries(origin).sort(([one], [other]) => (one < other ? -1 : 1));
  const run = hashOf(JSON.stringify(sorted));
  return {
    run,
    origin,
    shard,
    complete: false,
    ...(asked === undefined ? {} : { asked }),
    ...(redo === null ? {} : { redo }),
  };
}

/** Returns the hash of a file's content. It is long enough that collisions are unlikely. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/**
 * Returns the reason why the rows of two manifests cannot belong to one run, as in `its profile is rllm, and not
 * standard`; null if they can. Ignores shards.
 */
export function runDifference(earlier: RunManifest, current: RunManifest): string | null {
  if (earlier.run === current.run) return null;
  const names = new Set([...Object.keys(current.origin), ...Object.keys(earlier.origin)]);
  for (const name of names) {
    const [earlierValue, currentValue] = [earlier.origin[name], current.origin[name]];
    if (earlierValue === currentValue) continue;
    const factName = FACT_NAMES[name];
    if (factName !== undefined) return `${factName} differs`;
    return `its ${name} is ${earlierValue ?? 'not set'}, not ${currentValue ?? 'not set'}`;
  }
  return 'its manifest was changed by hand';
}

/** Returns the path of the manifest, which is the same for incomplete and complete rows. */
export function manifestPath(rowsPath: string): string {
  return `${wholeOf(rowsPath)}.manifest.json`;
}

/** Returns null if there is no manifest, or if the file is not a valid one. */
export function readManifest(rowsPath: string): RunManifest | null {
  try {
    const fields = JSON.parse(readFileSync(manifestPath(rowsPath), 'utf8')) as Partial<RunManifest>;
    const { run, origin, shard, complete, asked, redo, server } = fields;
    if (typeof run !== 'string' || typeof shard !== 'string' || !isOrigin(origin)) return null;
    return {
      ...{ run, origin, shard, complete: complete === true },
      ...(isAsked(asked) ? { asked } : {}),
      ...(Number.isSafeInteger(redo) ? { redo: redo! } : {}),
      ...(Array.isArray(server) ? { server } : {}),
    };
  } catch {
    return null;
  }
}

/** Writes the manifest atomically: a reader sees either the earlier one or this one. */
export function writeManifest(rowsPath: string, manifest: RunManifest): void {
  const path = manifestPath(rowsPath);
  writeFileSync(`${path}.new`, `${JSON.stringify(manifest)}\n`);
  renameSync(`${path}.new`, path);
}

function isAsked(value: Partial<AskedSamples> | undefined): value is AskedSamples {
  return Array.isArray(value?.problems) && Number.isInteger(value.samples);
}

function isOrigin(value: unknown): value is RunOrigin {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((fact) => typeof fact === 'string')
  );
}
