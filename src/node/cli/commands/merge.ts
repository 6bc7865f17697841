/** `allpass merge`: merges the verdicts of shards into one file. Runs no program, so it needs no page. */
import { statSync } from 'node:fs';
import { counted, numberText } from '../../../base/number-words.ts';
import { sampleKey, type Sample, type SampleName } from '../../../domain/submission.ts';
import { mergeRuns, type Merged } from '../../../runs/merge.ts';
import { keysOf } from '../eval/eval-order.ts';
import { VERDICT_ROW } from './help.ts';
import { FileLines, samplesIn, placeOf } from '../input/input-files.ts';
import {
  readManifest,
  writeManifest,
  runDifference,
  type AskedSamples,
  type RunManifest,
} from '../journal/manifest.ts';
import { flag, FORCE, value } from '../options/options.ts';
import { linesOfSamples } from '../input/source-files.ts';
import { LineOutput } from '../output/output-file.ts';
import { definitions } from '../text/columns.ts';
import { UsageError } from '../text/messages.ts';
import { command } from './command.ts';
import { readVerdictFile } from './report.ts';
import type { VerdictLine } from '../../../datasets/verdict-rows.ts';

export const MERGE = command({
  name: 'merge',
  about: 'put the verdicts of shards together, in the order of the samples, and say what is missing',
  help: {
    usage: 'merge [--samples S.jsonl] SHARD.jsonl… [-o OUT.jsonl]',
    about: [
      'Merges the rows that grade or eval --shard wrote on several machines into the rows that one machine would',
      'have written. A row in several files counts once. The command refuses rows that contradict each other,',
      'rows of other samples, and shards of different runs, which it recognises by their manifests',
      '(OUT.jsonl.manifest.json: problems, samples, profile, limits, version of Allpass).',
    ].join('\n'),
    notes: [`Rows\n${definitions(VERDICT_ROW)}`],
    exitCodes: ['0', '2'],
    examples: [
      'merge --samples samples.jsonl verdicts-*.jsonl -o verdicts.jsonl',
      'merge run-*.jsonl -o run.jsonl',
    ],
  },
  options: {
    samples: value(
      'FILE',
      'the graded file: all of its samples must be present, in its order; not needed for shards of eval',
    ),
    partial: flag('write the rows even if samples are missing'),
    output: value('FILE', 'file for the rows (default: standard output)', { short: 'o' }),
    force: FORCE,
    quiet: flag('no summary on standard error', 'q'),
  },
  takesFiles: true,
  async run(options, files) {
    if (files.length === 0) throw new UsageError('merge needs the files of the shards');
    const samplesInFile = options.samples === undefined ? null : await samplesOf(options.samples);
    const shardFiles = files.map((name) => {
      const manifest = readManifest(placeOf(name));
      return { name, manifest, samples: rowsOf(name, manifest !== null) };
    });
    refuseOtherRuns(shardFiles);
    const { names, place, hash } = samplesInFile ?? askedSamples(shardFiles);
    if (hash !== null) refuseOtherSamples(shardFiles, place, hash);
    const filledFiles = shardFiles.filter(({ samples: rows }) => rows.length > 0);
    const [first] = filledFiles;
    const mismatch = filledFiles.find(({ samples: rows }) => rows[0]!.profile !== first!.samples[0]!.profile);
    if (mismatch !== undefined)
      throw new UsageError(
        `${mismatch.name} is by ${mismatch.samples[0]!.profile}, and ${first!.name} by ${first!.samples[0]!.profile}: no run has two profiles`,
      );
    const mergedRuns = mergeRuns(names, shardFiles);
    check(mergedRuns, place, options.partial, shardFiles);
    const output = await LineOutput.open(options.output ?? null, options.force);
    for (const { line } of mergedRuns.rows) if (!output.writeLine(line)) await output.whenDrained();
    await output.commit();
    const [manifest] = shardFiles.map((part) => part.manifest);
    // With a manifest, `grade` with this output resumes with the missing rows.
    const path = options.output === undefined ? null : placeOf(options.output);
    if (path !== null && manifest !== undefined && manifest !== null && statSync(path).isFile())
      writeManifest(path, { ...manifest, shard: '1/1', complete: true });
    if (!options.quiet) process.stderr.write(`${summaryText(mergedRuns, shardFiles)}\n`);
    return 0;
  },
});

interface RequestedSamples {
  /** Every sample of the run, in the order of its rows. */
  readonly names: readonly SampleName[];
  /** The file or option that the names come from, for messages. */
  readonly place: string;
  /** The hash of the file; null if there is none. */
  readonly hash: string | null;
}

async function samplesOf(place: string): Promise<RequestedSamples> {
  const lines = await linesOfSamples(place);
  const { samples } = samplesIn(place, lines, () => null);
  refuseTwice(samples, place);
  return { names: samples, place, hash: lines.hash };
}

/** @throws UsageError if all rows are from `grade`, whose samples have to be read from a file */
function askedSamples(shardFiles: readonly ShardFile[]): RequestedSamples {
  const runSamples = askedOf(shardFiles);
  if (runSamples === null) throw new UsageError('--samples is missing');
  const names = keysOf(runSamples).map(({ id, sample }) => ({ problemId: id, id: String(sample) }));
  return { names, place: 'the run', hash: null };
}

/** Returns the rows of a shard. The file of a shard without samples is empty, and its manifest names the shard. */
function rowsOf(name: string, hasManifest: boolean): readonly VerdictLine[] {
  return hasManifest && isBlank(name) ? [] : readVerdictFile(name);
}

function isBlank(name: string): boolean {
  for (const line of new FileLines(name)) if (line.trim() !== '') return false;
  return true;
}

/** @throws UsageError if samples have equal ids, because their rows cannot be told apart */
function refuseTwice(samples: readonly Sample[], path: string): void {
  const seenNames = new Set<string>();
  for (const sample of samples) {
    const key = sampleKey(sample);
    if (seenNames.has(key))
      throw new UsageError(
        `${path}: ${sample.problemId}, ${sample.id} stands there twice; give each sample of a problem an id of its own`,
      );
    seenNames.add(key);
  }
}

/** @throws UsageError that reports the first invalid row or sample */
function check(
  { contradicting, unasked, missingSamples }: Merged,
  samplesPath: string,
  partial: boolean,
  shardFiles: readonly ShardFile[],
): void {
  const [other] = unasked;
  if (other !== undefined)
    throw new UsageError(
      `${other.part}: ${other.row.problemId}, ${other.row.id} is no sample of ${samplesPath}${moreText(unasked.length)}`,
    );
  const [firstContradiction] = contradicting;
  if (firstContradiction !== undefined)
    throw new UsageError(
      `${firstContradiction.part}: ${firstContradiction.row.problemId}, ${firstContradiction.row.id} is ${firstContradiction.row.verdict} there, and not in ${firstContradiction.first}${moreText(contradicting.length)}; grade it again, and leave out the other`,
    );
  const [missingSample] = missingSamples;
  if (missingSample !== undefined && !partial) {
    const shards = missingShardsText(shardFiles);
    throw new UsageError(
      `${missingSample.problemId}, ${missingSample.id} is in no shard${moreText(missingSamples.length)}; add the shards that are missing${shards === '' ? '' : ` (${shards})`}, or take what there is by --partial`,
    );
  }
}

function moreText(count: number): string {
  return count === 1 ? '' : ` (and ${numberText(count - 1)} more)`;
}

function summaryText({ rows, missingSamples, repeated }: Merged, shardFiles: readonly ShardFile[]): string {
  const missingText = missingSamples.length === 0 ? '' : `; ${numberText(missingSamples.length)} are missing`;
  const repeatedText = repeated === 0 ? '' : `; ${numberText(repeated)} stood in several`;
  return `${counted(rows.length, 'row')} of ${counted(shardFiles.length, 'file')}${repeatedText}${missingText}${withoutManifestText(shardFiles)}`;
}

interface ShardFile {
  /** The file name as the user typed it. */
  readonly name: string;
  /** Null if the file has no manifest. */
  readonly manifest: RunManifest | null;
}

/** @throws UsageError that describes the difference */
function refuseOtherRuns(files: readonly ShardFile[]): void {
  const [first, ...otherFiles] = files.filter(isKnown);
  if (first === undefined) return;
  for (const { name, manifest } of otherFiles) {
    const [sampleCount, firstCount] = [manifest.asked?.samples, first.manifest.asked?.samples];
    const difference =
      runDifference(manifest, first.manifest) ??
      (sampleCount === firstCount ? null : `it has ${sampleCount} samples per problem, not ${firstCount}`);
    if (difference !== null)
      throw new UsageError(`${name} belongs to another run than ${first.name}: ${difference}`);
  }
}

/** @throws UsageError if the shards were graded from other samples than these */
function refuseOtherSamples(files: readonly ShardFile[], samplesPath: string, samplesHash: string): void {
  const first = files.find(isKnown);
  const samples = first?.manifest.origin['samples'];
  if (first !== undefined && samples !== undefined && samples !== samplesHash)
    throw new UsageError(`${first.name} belongs to another run: ${samplesPath} is not its file of samples`);
}

/**
 * Returns the samples of a run that reads no file of samples. Returns null if the run reads one, or if no file has a
 * manifest.
 */
function askedOf(files: readonly ShardFile[]): AskedSamples | null {
  return files.find(isKnown)?.manifest.asked ?? null;
}

/** Returns the shards that none of the files has, as in `3/4, 4/4`; '' if none is missing, or if it is not known. */
function missingShardsText(files: readonly ShardFile[]): string {
  const shards = files.filter(isKnown).map(({ manifest }) => manifest.shard);
  const shardCount = Number(shards[0]?.split('/')[1]);
  if (shards.length < files.length || !shards.every((shard) => shard.endsWith(`/${shardCount}`))) return '';
  const absentShards: string[] = [];
  for (
    let shardNumber = 1;
    shardNumber <= shardCount && absentShards.length <= MOST_NAMED_SHARDS;
    shardNumber++
  )
    if (!shards.includes(`${shardNumber}/${shardCount}`)) absentShards.push(`${shardNumber}/${shardCount}`);
  return absentShards.length > MOST_NAMED_SHARDS
    ? `${absentShards.slice(0, MOST_NAMED_SHARDS).join(', ')} and others`
    : absentShards.join(', ');
}

/** Describes the files without a manifest, which could not be compared; '' if there are none. */
function withoutManifestText(files: readonly ShardFile[]): string {
  const unknownCount = files.filter(({ manifest }) => manifest === null).length;
  return unknownCount === 0
    ? ''
    : `; ${counted(unknownCount, 'file has', 'files have')} no manifest to check`;
}

const MOST_NAMED_SHARDS = 8;

function isKnown(file: ShardFile): file is ShardFile & { readonly manifest: RunManifest } {
  return file.manifest !== null;
}
