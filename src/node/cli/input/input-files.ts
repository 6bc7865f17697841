/** Input files of the command line, checked whole before anything runs. */
import { fstatSync, readFileSync, readlinkSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decompress } from 'fzstd';
import { ZSTD_MAGIC } from '../../../datasets/containers/zstd.ts';
import { faultText, type Fault } from '../../../datasets/faults/fault.ts';
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

/** gzip and zstd are known by their first bytes. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isGzip && !ZSTD_MAGIC.every((byte, at) => bytes[at] === byte)) return bytes;
  try {
    return isGzip ? gunzipSync(bytes) : decompress(bytes);
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
  return problemsIn(path, readText(path));
}

/** The same for the text of a file: a pipe is read once. */
export function problemsIn(path: string, text: string): ReadonlyMap<string, Problem> {
  const { problems, faults } = readProblems(text);
  refuse(path, faults);
  if (problems.length === 0) throw new UsageError(`${path}: holds no problem`);
  return new Map(problems.map((problem) => [problem.id, problem]));
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
  refusal: (problemId: string) => Fault | null,
): { readonly samples: readonly Sample[]; readonly note: string | null } {
  const { samples, faults, notes } = readSamples(text, refusal);
  refuse(path, faults);
  if (samples.length === 0) throw new UsageError(`${path}: is empty`);
  return { samples, note: notes.length === 0 ? null : `${path}: ${notes.map(faultText).join('; ')}` };
}

export function refuse(path: string, faults: readonly ImportFault[]): void {
  const [first] = faults;
  if (first === undefined) return;
  const field = first.field === '' ? '' : `, field ${first.field}`;
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more)`;
  throw new UsageError(`${path}, line ${first.line}${field}: ${faultText(first.fault)}${more}`);
}
