/**
 * A run as one file, `NAME.allpass-run.gz`: gzip of JSON Lines. The first line has the version of the format and the
 * run. A line for each sample follows, with its row, its answer and its tests. The last line has the number of samples,
 * so its absence shows that a file was cut off. The file may be gigabytes in size, so it is written and read as a
 * stream. It names problems and does not contain them.
 */
import { getDotPath, safeParse } from 'valibot';
import { parseJson } from '../../base/parse-json.ts';
import { textHash } from '../../base/text-hash.ts';
import { NOT_UTF8, Unreadable, type Bytes, type SourceFile } from '../../datasets/containers/source-file.ts';
import { sampleCount, sampleName, samplesOf, type Run, type RunSample } from '../../domain/run.ts';
import { refText } from '../../domain/problem.ts';
import { packedLines, TooLong, unpackedLines, type LineBounds } from './packed-lines.ts';
import { MOST_SAMPLES, RUN, SAMPLE } from './run-file-shape.ts';
import { numberText } from '../../base/number-words.ts';

const FORMAT = 'allpass-run';
/**
 * Before version 2 an answer could not be a program, and an older page would search the program for a code block.
 * Before version 3 no sample could be redrawn, and an older page would lose the marks.
 */
const VERSION = 3;
const READ: readonly unknown[] = [1, 2, VERSION];
/** The JSON of an answer has at most about 12 MB. */
const BOUNDS: LineBounds = { line: 64 << 20, total: 64 * 2 ** 30 };

/** Returns a name without path separators and without characters that a file system refuses. */
export function runFileName({ name }: Run): string {
  const safeName = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  return `${safeName.slice(0, 80) || 'run'}.allpass-run.gz`;
}

/**
 * Yields the packed file in pieces. Writes only the fields of its shape, so that no key gets into the file.
 * @param samples in any order
 * @throws errors of reading the samples; an Error for a sample that does not fit its shape, which is a bug
 */
export function writtenRun(run: Run, samples: AsyncIterable<RunSample>): AsyncGenerator<Bytes> {
  return packedLines(linesOf(run, samples));
}

async function* linesOf(run: Run, samples: AsyncIterable<RunSample>): AsyncGenerator<string> {
  yield JSON.stringify({ format: FORMAT, version: VERSION, run: fitting(RUN, run) });
  let writtenCount = 0;
  for await (const sample of samples) {
    yield JSON.stringify(fitting(SAMPLE, sample));
    writtenCount += 1;
  }
  yield JSON.stringify({ samples: writtenCount });
}

export interface RunTaker {
  /** Called once, before the samples. */
  run(run: Run): Promise<void>;
  /** Called once for each sample of the run. The next one is read after it resolves. */
  sample(sample: RunSample): Promise<void>;
}

export type ReadRunFile =
  | { readonly ok: true; readonly samples: number }
  /** The caller must discard the samples that it has received. */
  | { readonly ok: false; readonly fault: string };

/**
 * Reads the file of a run, strictly: the first fault ends it. Rejects if a callback rejects.
 * @param file packed or unpacked
 */
export async function readRunFile(
  file: SourceFile,
  taker: RunTaker,
  bounds: LineBounds = BOUNDS,
): Promise<ReadRunFile> {
  const reading = new Reading(taker);
  try {
    for await (const row of unpackedLines(file, bounds)) {
      if ('fault' in row)
        throw new Misfit(
          row.line,
          row.fault === NOT_UTF8 ? 'is not UTF-8 text' : 'is longer than any sample',
        );
      await reading.take(row.line, row.value);
    }
    return { ok: true, samples: reading.end() };
  } catch (error) {
    const fault = faultOf(error, file.name);
    if (fault === null) throw error;
    return { ok: false, fault };
  }
}

/**
 * Returns the run of a file as a run of this browser, with a new id. Its answers are in the file, even if they belong
 * to another run.
 */
export function importedRun(run: Run, { id, file }: { readonly id: string; readonly file: string }): Run {
  const origin = runMark(run);
  if (run.source.type !== 'answers') return { ...run, id, origin };
  const { left } = run.source;
  return { ...run, id, source: { type: 'file', name: file, ...(left && { left }) }, origin };
}

/**
 * Returns a string that identifies the state of a run. It changes when the run is resumed, and is the same before
 * writing and after reading.
 */
export function runMark(run: Run): string {
  const { origin: _, ...ownFields } = run;
  return `${run.id} ${textHash([JSON.stringify(fitting(RUN, ownFields))])}`;
}

/** Returns whether a stored run equals the run of a file: the original or an import of it, without later changes. */
export function isAsInFile(storedRun: Run, inFile: Run): boolean {
  if (storedRun.id === inFile.id) return runMark(storedRun) === runMark(inFile);
  if (storedRun.origin !== runMark(inFile)) return false;
  const file = storedRun.source.type === 'file' ? storedRun.source.name : '';
  return runMark(storedRun) === runMark(importedRun(inFile, { id: storedRun.id, file }));
}

/** Thrown and caught in this file only. */
class Misfit extends Error {
  override readonly name = 'Misfit';
  readonly line: number;
  readonly fault: string;

  constructor(line: number, fault: string) {
    super(fault);
    this.line = line;
    this.fault = fault;
  }
}

/** Returns a message about the fault of a file; null for any other error. */
function faultOf(error: unknown, file: string): string | null {
  if (error instanceof Misfit)
    return `${file}, line ${numberText(error.line)} ${error.fault}; export the run again, or ask whoever sent it.`;
  if (error instanceof TooLong)
    return `${file} unpacks to more than ${numberText(error.bytes)} bytes, more than any run.`;
  return error instanceof Unreadable
    ? `${file} ${error.message.replace('than a data set', 'than a run').replace('download it again', 'export it again')}.`
    : null;
}

class Reading {
  readonly #taker: RunTaker;
  /** Samples of each problem. */
  #problems: ReadonlyMap<string, number> | null = null;
  readonly #takenNames = new Set<string>();
  #last = 0;
  #statedCount: number | null = null;

  constructor(taker: RunTaker) {
    this.#taker = taker;
  }

  async take(line: number, text: string): Promise<void> {
    this.#last = line;
    if (this.#statedCount !== null) throw new Misfit(line, 'stands behind the end of the run');
    const value = parseJson(text);
    if (value === undefined) throw new Misfit(line, 'is not JSON');
    if (this.#problems === null) await this.#head(line, value);
    else if (isEnd(value)) this.#statedCount = value.samples;
    else await this.#sample(line, this.#problems, value);
  }

  /**
   * Ends the reading.
   * @returns the number of samples @throws Misfit if the file is cut off
   */
  end(): number {
    if (this.#problems === null) throw new Misfit(1, 'is missing: the file is empty');
    const count = this.#takenNames.size;
    if (this.#statedCount === null)
      throw new Misfit(this.#last, 'is the last, and does not end the run: it was cut off');
    if (this.#statedCount !== count)
      throw new Misfit(this.#last, `counts ${this.#statedCount} samples, and ${count} stand there`);
    return count;
  }

  async #head(line: number, value: unknown): Promise<void> {
    const { format, version, run: runFields } = Object(value) as Record<string, unknown>;
    if (format !== FORMAT) throw new Misfit(line, `does not begin a run: it has no "format": "${FORMAT}"`);
    if (!READ.includes(version)) {
      const versionText = JSON.stringify(version)?.slice(0, 40) ?? null;
      throw new Misfit(
        line,
        `is of version ${versionText ?? '?'}, and this page reads ${VERSION}: reload it for a newer one`,
      );
    }
    const run = readAs(RUN, runFields, line, 'run');
    this.#problems = new Map(run.problems.map((problem) => [refText(problem), samplesOf(run, problem)]));
    if (sampleCount(run) > MOST_SAMPLES)
      throw new Misfit(line, `speaks of more than ${numberText(MOST_SAMPLES)} samples`);
    if (this.#problems.size < run.problems.length) throw new Misfit(line, 'names a problem twice');
    await this.#taker.run(run);
  }

  async #sample(line: number, problems: ReadonlyMap<string, number>, value: unknown): Promise<void> {
    const sample = readAs(SAMPLE, value, line, '');
    const { row } = sample;
    const name = sampleName(row);
    if (row.sample >= (problems.get(refText(row)) ?? 0))
      throw new Misfit(line, `is a sample that the run does not have, ${name.slice(0, 200)}`);
    if (this.#takenNames.has(name))
      throw new Misfit(line, `is a sample that stood before, ${name.slice(0, 200)}`);
    this.#takenNames.add(name);
    await this.#taker.sample(sample);
  }
}

type Shape = typeof RUN | typeof SAMPLE;

function readAs(shape: typeof RUN, value: unknown, line: number, at: string): Run;
function readAs(shape: typeof SAMPLE, value: unknown, line: number, at: string): RunSample;
function readAs(shape: Shape, value: unknown, line: number, at: string): Run | RunSample {
  const parseResult = safeParse(shape, value, { abortEarly: true });
  if (parseResult.success) return parseResult.output;
  const [issue] = parseResult.issues;
  const path = [at, getDotPath(issue) ?? ''].filter((part) => part !== '').join('.');
  throw new Misfit(
    line,
    `does not fit at ${(path.slice(0, 100) || null) ?? 'its top'}: ${issue.message.slice(0, 200)}`,
  );
}

/**
 * Returns only the fields that the shape names.
 * @throws Error for a value that does not fit
 */
export function fitting(shape: Shape, value: unknown): unknown {
  const parseResult = safeParse(shape, value, { abortEarly: true });
  if (parseResult.success) return parseResult.output;
  const [issue] = parseResult.issues;
  throw new Error(`a run does not fit its file at ${getDotPath(issue) ?? 'its top'}: ${issue.message}`);
}

function isEnd(value: unknown): value is { readonly samples: number } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { samples?: unknown }).samples === 'number'
  );
}
