/** Input files of the command line, checked whole before anything runs. */
import { createHash, type Hash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  statSync,
  type Stats,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { ZSTD_MAGIC } from '../../../datasets/containers/zstd.ts';
import type { ImportFault } from '../../../datasets/lines.ts';
import { readProblems } from '../../../datasets/problem-file.ts';
import { readSamples } from '../../../datasets/sample-file.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/sample.ts';
import { UsageError } from '../text/usage-error.ts';

const STANDARD_INPUT = '-';

/** npm runs scripts in the project's folder; paths mean the folder the user stands in. */
export function userPath(path: string): string {
  const folder = process.env['npm_lifecycle_event'] === 'allpass' ? process.env['INIT_CWD'] : undefined;
  return resolve(folder ?? process.cwd(), path);
}

/** The place that a path leads to, symbolic links followed, also one that leads to nothing yet. */
export function placeOf(path: string): string {
  let place = userPath(path);
  for (let links = 0; links < 40; links++) {
    try {
      place = resolve(dirname(place), readlinkSync(place));
    } catch {
      break;
    }
  }
  return place;
}

/** The files that this command reads, by device and number: a name may lead to the file of another one. */
const inputs = new Map<string, string>();
/** The places of its outputs. */
const outputs = new Set<string>();

/** Called as a command begins. */
export function forgetFiles(): void {
  inputs.clear();
  outputs.clear();
}

/** @throws UsageError where the command has another output there */
export function noteOutput(output: string, place: string): void {
  if (outputs.has(place))
    throw new UsageError(`${output}: is two outputs of this command: name another file`);
  outputs.add(place);
}

/** Notes a file that is read, so that no output takes its place. @param there of the file */
export function noteInput(path: string, there: Stats | undefined): void {
  if (there?.isFile()) inputs.set(`${there.dev} ${there.ino}`, path);
}

/** @throws UsageError where the output is a file that this command reads */
export function refuseInput(output: string, place: string): void {
  const there = statSync(place, { throwIfNoEntry: false });
  const input = there?.isFile() ? inputs.get(`${there.dev} ${there.ino}`) : undefined;
  if (input === undefined) return;
  const named = input === STANDARD_INPUT ? 'standard input' : input;
  throw new UsageError(
    `${output}: is ${named === output ? 'an input' : `the input ${named}`} of this command: name another output`,
  );
}

/** @param path of a file; '-' is standard input */
export function readText(path: string): string {
  try {
    noteInput(path, path === STANDARD_INPUT ? fstatSync(0) : statSync(userPath(path)));
    const bytes = unpacked(readFileSync(path === STANDARD_INPUT ? 0 : userPath(path)));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${path}: is not UTF-8 text`);
    if (error instanceof Packed)
      throw new UsageError(`${path}: is damaged or cut off, and cannot be unpacked`);
    throw unreadable(path, error);
  }
}

/** A packed file that cannot be unpacked. */
class Packed extends Error {
  override readonly name = 'Packed';
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isPacked(bytes: Uint8Array): boolean {
  return isGzip(bytes) || ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
}

/** gzip and zstd are known by their first bytes. */
function unpacked(bytes: Uint8Array): Uint8Array {
  if (!isPacked(bytes)) return bytes;
  try {
    return isGzip(bytes) ? gunzipSync(bytes) : decompress(bytes);
  } catch {
    throw new Packed();
  }
}

export function unreadable(path: string, error: unknown): UsageError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new UsageError(`${path}: no such file`);
  return new UsageError(`${path}: cannot be read (${code ?? String(error)})`);
}

/** @throws UsageError at the first fault */
export function readProblemFile(path: string): ReadonlyMap<string, Problem> {
  return hashedProblems(path).problems;
}

/**
 * The same with the hash of the file, as `hashOf` has it for its text. Line by line: a file may be longer than a text can be.
 */
export function hashedProblems(path: string): {
  readonly problems: ReadonlyMap<string, Problem>;
  readonly hash: string;
} {
  const hash = createHash('sha256');
  const { problems, faults } = readProblems(linesIn(path, hash));
  refuse(path, faults);
  if (problems.length === 0) throw new UsageError(`${path}: holds no problem`);
  return {
    problems: new Map(problems.map((problem) => [problem.id, problem])),
    hash: hash.digest('hex').slice(0, 16),
  };
}

const READ_AT_ONCE = 1 << 20;
const LINE_FEED = 0x0a;

/** The lines of a file, without their ends. A pipe and a packed file are read whole. */
function* linesIn(path: string, hash: Hash): Generator<string> {
  const there = path === STANDARD_INPUT ? undefined : statSync(userPath(path), { throwIfNoEntry: false });
  if (!there?.isFile()) return yield* textLinesOf(readText(path), hash);
  noteInput(path, there);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const handle = openSync(userPath(path), 'r');
  try {
    const piece = Buffer.allocUnsafe(READ_AT_ONCE);
    let begun: Buffer[] = [];
    let isStart = true;
    for (;;) {
      const length = readSync(handle, piece, 0, READ_AT_ONCE, null);
      let from = 0;
      if (isStart && isPacked(piece.subarray(0, length))) return yield* textLinesOf(readText(path), hash);
      if (isStart && length >= 3 && piece.readUIntBE(0, 3) === 0xefbbbf) from = 3;
      isStart = false;
      hash.update(piece.subarray(from, length));
      for (
        let at = piece.indexOf(LINE_FEED, from);
        at !== -1 && at < length;
        at = piece.indexOf(LINE_FEED, from)
      ) {
        yield decoder.decode(Buffer.concat([...begun, piece.subarray(from, at)]));
        begun = [];
        from = at + 1;
      }
      if (length === 0) break;
      begun.push(Buffer.from(piece.subarray(from, length)));
    }
    yield decoder.decode(Buffer.concat(begun));
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(`${path}: is not UTF-8 text`);
    throw (error as NodeJS.ErrnoException).syscall === undefined ? error : unreadable(path, error);
  } finally {
    closeSync(handle);
  }
}

function textLinesOf(text: string, hash: Hash): readonly string[] {
  hash.update(text);
  return text.split('\n');
}

/**
 * @param text of a samples.jsonl
 * @param refusal says why a problem id cannot be taken, or null
 * @returns `note` is for people, once; null where there is nothing to say
 * @throws UsageError at the first fault
 */
export function samplesIn(
  path: string,
  text: string,
  refusal: (problemId: string) => string | null,
): { readonly samples: readonly Sample[]; readonly note: string | null } {
  const { samples, faults, notes } = readSamples(text, refusal);
  refuse(path, faults);
  if (samples.length === 0) throw new UsageError(`${path}: is empty`);
  return { samples, note: notes.length === 0 ? null : `${path}: ${notes.join('; ')}` };
}

export function refuse(path: string, faults: readonly ImportFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const field = first.field === '' ? '' : `, field ${first.field}`;
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more)`;
  throw new UsageError(`${path}, line ${first.line}${field}: ${first.fault}${more}`);
}
