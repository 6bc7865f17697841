/** Opens files and folders of the disk for the readers of data sets, and reads samples in any tool's format. */
import { createReadStream, readdirSync, statSync, type Dirent, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bytes, type SourceFile, Unreadable } from '../../../datasets/containers/source-file.ts';
import { isLosslessObject } from '../../../base/lossless-json.ts';
import { contentsOf } from '../../../datasets/containers/contents.ts';
import type { DataSetFile } from '../../../datasets/read-data-sets.ts';
import { isErrno, noteInput, unreadableError, userPath, FileLines, type HashedLines } from './input-files.ts';
import { createHash } from 'node:crypto';
import { fileKind } from '../../../datasets/file-kind.ts';
import {
  placeText,
  sampleLines,
  sampleLinesOf,
  samplesWithin,
  type SkippedRow,
  type SampleLines,
} from '../../../datasets/samples/sample-lines.ts';
import { printMessage, UsageError } from '../text/messages.ts';

/** Called with the number of bytes read. */
type Passed = (bytes: number) => void;

/** @throws UsageError for a missing file */
export function givenFiles(path: string, passed: Passed): DataSetFile {
  const stats = statOf(path);
  if (!stats.isDirectory()) return { kind: 'file', file: diskFile(path, stats, passed) };
  const files = filesIn(path).map((name) => diskFile(name, statOf(name), passed));
  return { kind: 'folder', name: path.replace(/(?<=.)\/+$/, ''), files };
}

export function sizeOf(dataSet: DataSetFile): number {
  return dataSet.kind === 'file' ? dataSet.file.size : dataSet.files.reduce((sum, { size }) => sum + size, 0);
}

/** Returns all files of a folder and its subfolders, sorted by name so that row numbers are stable. */
function filesIn(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(userPath(folder), { withFileTypes: true });
  } catch (error) {
    throw unreadableError(folder, error);
  }
  const sorted = entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return sorted.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() || (entry.isSymbolicLink() && statOf(path).isFile()) ? [path] : [];
  });
}

function diskFile(path: string, stats: Stats, passed: Passed): SourceFile {
  const fullPath = userPath(path);
  const bytes = async function* (): AsyncGenerator<Bytes> {
    try {
      for await (const piece of createReadStream(fullPath)) {
        passed((piece as Buffer).length);
        yield piece as Bytes;
      }
    } catch (error) {
      throw isErrno(error) ? unreadableError(path, error) : error;
    }
  };
  const readRange = async (start: number, end: number): Promise<Bytes> => {
    const handle = await open(fullPath).catch((error: unknown) => {
      throw unreadableError(path, error);
    });
    try {
      const buffer = new Uint8Array(end - start);
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
      passed(bytesRead);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  };
  // A pipe can be read only once, from its start.
  return { name: path, size: stats.size, bytes, readPart: stats.isFile() ? readRange : null };
}

function statOf(path: string): Stats {
  try {
    const stats = statSync(userPath(path));
    noteInput(path, stats);
    return stats;
  } catch (error) {
    throw unreadableError(path, error);
  }
}

/**
 * @param path a file, or a folder of rLLM episodes
 * @throws UsageError if a file cannot be read, or if a row is not a sample
 */
export async function linesOfSamples(path: string): Promise<HashedLines> {
  const stats = statSync(userPath(path), { throwIfNoEntry: false });
  // A pipe can be read only once, so its format cannot be detected first.
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return new FileLines(path);
  const dataSet = givenFiles(path, () => undefined);
  try {
    if (dataSet.kind === 'folder') {
      const sampleFiles = samplesWithin(dataSet.files);
      if (sampleFiles === null) throw new UsageError(`${path}: is a folder without episodes of rLLM`);
      return checkedLines(path, await sampleLinesOf(sampleFiles));
    }
    const kind = await fileKind(dataSet.file);
    if (kind === 'foreign-samples') return checkedLines(path, await sampleLines(dataSet.file));
    if (kind === 'data-set') await refuseTable(path, dataSet.file);
  } catch (error) {
    if (error instanceof Unreadable) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
  return new FileLines(path);
}

/** @throws UsageError for a table or a list whose rows are not samples */
async function refuseTable(path: string, file: SourceFile): Promise<void> {
  const contents = await contentsOf(file);
  if (contents.kind !== 'rows' || contents.container === 'lines') return;
  for await (const row of contents.rows) {
    if ('fault' in row) throw new UsageError(`${path}, row ${row.line}: ${row.fault}`);
    const fields = isLosslessObject(row.value) ? [...row.value.keys()] : [];
    const columns =
      fields.length === 0 ? 'is no object' : `has ${fields.map((name) => `"${name}"`).join(', ')}`;
    throw new UsageError(
      `${path}: holds no samples: a sample has "problem_id" and "code", "response" or "completion", and row ${row.line} ${columns}`,
    );
  }
  throw new UsageError(`${path}: holds no rows`);
}

function checkedLines(path: string, { lines, faults, unansweredRows }: SampleLines): HashedLines {
  if (faults.length > 0) throw new UsageError(`${path}, ${skippedText(faults)}`);
  // Printed even with --quiet, because the output has fewer rows than the file has samples.
  if (unansweredRows.length > 0) printMessage(`${path}, ${skippedText(unansweredRows)}: skipped, not judged`);
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return { hash: hash.digest('hex').slice(0, 16), [Symbol.iterator]: () => lines.values() };
}

function skippedText(rows: readonly SkippedRow[]): string {
  const moreText = rows.length > 1 ? ` (and ${rows.length - 1} more)` : '';
  return `${placeText(rows[0]!.place)}: ${rows[0]!.fault}${moreText}`;
}
