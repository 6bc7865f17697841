/** Input files of the command line. They are checked completely before anything runs. */
import { createHash } from 'node:crypto';
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
import { isTable } from '../../../datasets/containers/csv.ts';
import { ALLPASS, sniffedFormat } from '../../../datasets/formats/formats.ts';
import { isLosslessObject, parseLossless } from '../../../base/lossless-json.ts';
import { readProblems } from '../../../datasets/problem-file.ts';
import { readSamples } from '../../../datasets/sample-file.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Sample } from '../../../domain/submission.ts';
import { UsageError } from '../text/messages.ts';

const STANDARD_INPUT = '-';

/** Resolves a path against the user's folder, because npm runs scripts in the project's folder. */
export function userPath(path: string): string {
  const folder = process.env['npm_lifecycle_event'] === 'allpass' ? process.env['INIT_CWD'] : undefined;
  return resolve(folder ?? process.cwd(), path);
}

/** Resolves a path and its symbolic links, even if no file exists there yet. */
export function placeOf(path: string): string {
  let place = userPath(path);
  // A device or a pipe, such as /dev/stdout, is a link to a name that is not a path.
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile() && !stats.isDirectory()) return place;
  for (let links = 0; links < 40; links++) {
    try {
      place = resolve(dirname(place), readlinkSync(place));
    } catch {
      break;
    }
  }
  return place;
}

/** The input files of this command, by device and inode number, because one file may have several names. */
const inputs = new Map<string, string>();
/** The resolved paths of the outputs of this command. */
const outputs = new Set<string>();

/** Clears the files of an earlier command. Called when a command begins. */
export function forgetFiles(): void {
  inputs.clear();
  outputs.clear();
}

/** @throws UsageError if the command has another output at this path */
export function noteOutput(output: string, place: string): void {
  if (outputs.has(place))
    throw new UsageError(`${output}: is two outputs of this command: name another file`);
  outputs.add(place);
}

/**
 * Records an input file, so that no output replaces it.
 * @param stats status of the file, if it exists
 */
export function noteInput(path: string, stats: Stats | undefined): void {
  if (stats?.isFile()) inputs.set(`${stats.dev} ${stats.ino}`, path);
}

/** @throws UsageError if the output is an input file of this command */
export function refuseInput(output: string, place: string): void {
  const stats = statSync(place, { throwIfNoEntry: false });
  const input = stats?.isFile() ? inputs.get(`${stats.dev} ${stats.ino}`) : undefined;
  if (input === undefined) return;
  const inputName = input === STANDARD_INPUT ? 'standard input' : input;
  throw new UsageError(
    `${output}: is ${inputName === output ? 'an input' : `the input ${inputName}`} of this command: name another output`,
  );
}

/**
 * Reads a short file into one string. Use `FileLines` for rows, because a file of rows may exceed the maximum length of
 * a string.
 * @param path a file, or '-' for standard input
 */
export function readText(path: string): string {
  return [...new FileLines(path)].join('\n');
}

/** The lines of a file, without line breaks, and the hash of its content. Can be iterated only once. */
export interface HashedLines extends Iterable<string> {
  /** The hash of the content, as `hashOf` returns it; complete after all lines have been read. */
  readonly hash: string;
}

const READ_AT_ONCE = 1 << 20;
const LINE_FEED = 0x0a;
/** Maximum length of a line, in bytes. A longer line is cut off, and `readLines` refuses it. */
const LONGEST_LINE = 200 << 20;

/**
 * The lines of a file, or of standard input for '-'. The file is read in pieces, because it may exceed the maximum
 * length of a string. A pipe and a compressed file are read as a whole. Iterating throws UsageError for a file that
 * cannot be read, decompressed, or decoded.
 */
export class FileLines implements HashedLines {
  readonly #path: string;
  readonly #hash = createHash('sha256');

  constructor(path: string) {
    this.#path = path;
  }

  *[Symbol.iterator](): Generator<string> {
    const path = this.#path;
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    let lineParts: Buffer[] = [];
    let length = 0;
    const add = (chunk: Buffer): void => {
      if (length < LONGEST_LINE) lineParts.push(Buffer.from(chunk.subarray(0, LONGEST_LINE - length)));
      length += chunk.length;
    };
    const lineText = (): string => {
      const bytes = lineParts.length === 1 ? lineParts[0]! : Buffer.concat(lineParts);
      // A cut line may end within a character.
      const text = length > LONGEST_LINE ? bytes.toString() : decoder.decode(bytes);
      [lineParts, length] = [[], 0];
      return text;
    };
    try {
      for (const piece of bytesOf(path)) {
        this.#hash.update(piece);
        let from = 0;
        for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, from)) {
          add(piece.subarray(from, at));
          yield lineText();
          from = at + 1;
        }
        add(piece.subarray(from));
      }
      yield lineText();
    } catch (error) {
      if (error instanceof TypeError) throw new UsageError(`${path}: is not UTF-8 text`);
      throw (error as NodeJS.ErrnoException).syscall === undefined ? error : unreadableError(path, error);
    }
  }

  get hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 16);
  }
}

/** Yields the decompressed bytes of a file in pieces, without a byte order mark. */
function* bytesOf(path: string): Generator<Buffer> {
  const isStandardInput = path === STANDARD_INPUT;
  const stats = isStandardInput ? fstatSync(0) : statSync(userPath(path));
  noteInput(path, stats);
  if (isStandardInput || !stats.isFile()) {
    yield withoutMark(unpacked(path, readFileSync(isStandardInput ? 0 : userPath(path))));
    return;
  }
  const handle = openSync(userPath(path), 'r');
  try {
    for (let isStart = true; ; isStart = false) {
      const piece = Buffer.allocUnsafe(READ_AT_ONCE);
      const chunk = piece.subarray(0, readSync(handle, piece, 0, READ_AT_ONCE, null));
      if (isStart && isPacked(chunk)) {
        yield withoutMark(unpacked(path, readFileSync(userPath(path))));
        return;
      }
      if (chunk.length === 0) return;
      yield isStart ? withoutMark(chunk) : chunk;
    }
  } finally {
    closeSync(handle);
  }
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.length >= 3 && bytes.readUIntBE(0, 3) === 0xefbbbf ? bytes.subarray(3) : bytes;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isPacked(bytes: Uint8Array): boolean {
  return isGzip(bytes) || ZSTD_MAGIC.every((byte, at) => bytes[at] === byte);
}

/** Decompresses gzip and zstd, which it recognizes by their first bytes. */
function unpacked(path: string, bytes: Buffer): Buffer {
  if (!isPacked(bytes)) return bytes;
  try {
    return isGzip(bytes) ? gunzipSync(bytes) : Buffer.from(decompress(bytes));
  } catch {
    throw new UsageError(`${path}: is damaged or cut off, and cannot be unpacked`);
  }
}

/** Whether an error comes from a call of the system. */
export function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

export function unreadableError(path: string, error: unknown): UsageError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new UsageError(`${path}: ${READ_FAULTS[code ?? ''] ?? `cannot be read (${code ?? message})`}`);
}

/** Reasons why a file cannot be read, by error code of the system. */
const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file: a part of its path is a file and not a folder',
  EISDIR: 'is a folder, and must be a file: name a file in it',
  EACCES: 'cannot be opened: you have no permission for it or its folder',
  EPERM: 'cannot be opened: the system does not permit it',
  EMFILE: 'cannot be read: too many files are open',
  EIO: 'cannot be read: the disk failed',
};

/** @throws UsageError that reports the first invalid line */
export function readProblemFile(path: string): ReadonlyMap<string, Problem> {
  return hashedProblems(path).problems;
}

/** Like `readProblemFile`, with the hash of the file. */
export function hashedProblems(path: string): {
  readonly problems: ReadonlyMap<string, Problem>;
  readonly hash: string;
} {
  const lines = new FileLines(path);
  const { problems, faults } = problemsIn(path, lines);
  if (faults.length > 0) refuseForeign(path);
  refuse(path, faults);
  if (problems.length === 0) throw new UsageError(`${path}: holds no problem`);
  return { problems: new Map(problems.map((problem) => [problem.id, problem])), hash: lines.hash };
}

function problemsIn(path: string, lines: FileLines): ReturnType<typeof readProblems> {
  try {
    return readProblems(lines, true);
  } catch (error) {
    // A Parquet file is not text.
    if (error instanceof UsageError) refuseForeign(path);
    throw error;
  }
}

/** @throws UsageError if the file contains problems in a format that `convert` reads */
function refuseForeign(path: string): void {
  // A pipe can be read only once.
  if (path === STANDARD_INPUT || statSync(userPath(path), { throwIfNoEntry: false })?.isFile() !== true)
    return;
  const kind = foreignKind(path);
  if (kind === null) return;
  throw new UsageError(
    `${path}: ${kind}, not problems.jsonl: make one with "allpass convert ${path} -o problems.jsonl"`,
  );
}

function foreignKind(path: string): string | null {
  const [bytes = Buffer.alloc(0)] = bytesOf(path);
  if (bytes.subarray(0, 4).toString('latin1') === 'PAR1') return 'is a Parquet file';
  if (isTable(Uint8Array.from(bytes.subarray(0, 262)), path)) return 'is a CSV file';
  const text = bytes.toString('utf8').trimStart();
  if (text.startsWith('[')) return 'is a list in JSON';
  const [first = ''] = text.split('\n', 1);
  const row = parseLossless(first);
  const format = row.ok && isLosslessObject(row.value) ? sniffedFormat(row.value) : null;
  return format === null || format === ALLPASS ? null : `holds rows of the format ${format.name}`;
}

/**
 * @param lines lines of a samples.jsonl file
 * @param refusal returns the reason why a problem id is refused, or null
 * @returns `note` is a message for the user, or null if there is none
 * @throws UsageError that reports the first invalid line
 */
export function samplesIn(
  path: string,
  lines: Iterable<string>,
  refusal: (problemId: string) => string | null,
): { readonly samples: readonly Sample[]; readonly note: string | null } {
  const { samples, faults, notes } = readSamples(lines, refusal);
  refuse(path, faults);
  if (samples.length === 0) throw new UsageError(`${path}: is empty`);
  return { samples, note: notes.length === 0 ? null : `${path}: ${notes.join('; ')}` };
}

export function refuse(path: string, faults: readonly ImportFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const field = first.field === '' ? '' : `, field ${first.field}`;
  const moreText = faults.length === 1 ? '' : ` (and ${faults.length - 1} more)`;
  throw new UsageError(`${path}, line ${first.line}${field}: ${first.fault}${moreText}`);
}
