/**
 * All stored data of a browser as one file, `allpass-data-DATE.gz`: gzip of JSON Lines. The first line has the version.
 * A line for each record, run, sample and setting follows. The last line has the number of lines, so its absence shows
 * that a file was cut off. The file may be gigabytes in size, so it is written and read as a stream.
 */
import { safeParse } from 'valibot';
import { parseJson } from '../../base/parse-json.ts';
import { Unreadable, type Bytes, type SourceFile } from '../../datasets/containers/source-file.ts';
import {
  TRAVELLING_TABLES,
  type BackupRecord,
  type TravellingTable,
} from '../../storage/backup/backup-record.ts';
import { packedLines, TooLong, unpackedLines } from './packed-lines.ts';
import { fitting } from './run-file.ts';
import { RUN, SAMPLE } from './run-file-shape.ts';
import { numberText } from '../../base/number-words.ts';

const FORMAT = 'allpass-data';
/**
 * Increases with every upgrade of the database, because records have the shape of that version. Version 1 has no
 * records of test strength. It is read without conversion.
 */
const VERSION = 2;
/** Maximum bytes of a line (the record of a set of 100,000 problems) and of the unpacked file. */
const BOUNDS = { line: 256 << 20, total: 256 * 2 ** 30 };

export function dataFileName(date: Date): string {
  return `allpass-data-${date.toISOString().slice(0, 10)}.gz`;
}

/**
 * Yields the packed file in pieces. Omits a run that does not match its shape, and its samples.
 * @param onLine is called for each record that is written
 */
export function writtenData(
  records: AsyncIterable<BackupRecord>,
  date: Date,
  onLine: () => void,
): AsyncGenerator<Bytes> {
  return packedLines(linesOf(records, date, onLine));
}

async function* linesOf(
  records: AsyncIterable<BackupRecord>,
  date: Date,
  onLine: () => void,
): AsyncGenerator<string> {
  yield JSON.stringify({ format: FORMAT, version: VERSION, made: date.toISOString() });
  let count = 0;
  let isRunWritten = false;
  for await (const record of records) {
    const line: string | null = record.kind === 'sample' && !isRunWritten ? null : lineOf(record);
    if (record.kind === 'run') isRunWritten = line !== null;
    onLine();
    if (line === null) continue;
    yield line;
    count += 1;
  }
  yield JSON.stringify({ lines: count });
}

/**
 * Returns the line of a record; null if the record does not have its shape. Only the fields of the shape are written
 * for a run.
 */
function lineOf(record: BackupRecord): string | null {
  const { kind, ...rest } = record;
  if (kind === 'record' || kind === 'device') return JSON.stringify(rest);
  try {
    if (kind === 'run') return JSON.stringify({ run: fitting(RUN, record.run) });
    return JSON.stringify({ sample: fitting(SAMPLE, record.sample) });
  } catch {
    return null;
  }
}

export type ReadDataFile =
  { readonly ok: true; readonly lines: number } | { readonly ok: false; readonly fault: string };

/** Whether a value has the shape of the records of a table. */
export type FitsTable = (table: TravellingTable, value: unknown) => boolean;

/**
 * Reads the file, strictly: the first fault ends it. Rejects if `take` rejects.
 * @param take is called for each record; the next one is read after `take` resolves
 */
export async function readDataFile(
  file: SourceFile,
  fits: FitsTable,
  take: (record: BackupRecord) => Promise<void>,
): Promise<ReadDataFile> {
  let lineNumber = 0;
  let count = 0;
  let statedCount: number | null = null;
  const { name } = file;
  const failure = (fault: string): ReadDataFile => ({ ok: false, fault });
  const failedAt = (fault: string): ReadDataFile =>
    failure(`${name}, line ${numberText(lineNumber)} ${fault}.`);
  if (file.size === 0) return failure(`${name} is empty: export everything again.`);
  try {
    for await (const row of unpackedLines(file, BOUNDS)) {
      lineNumber = row.line;
      if ('fault' in row) return failedAt(row.fault);
      const value = parseFields(row.value);
      if (lineNumber === 1) {
        const fault = headFault(value, name);
        if (fault !== null) return failure(fault);
        continue;
      }
      if (statedCount !== null) return failedAt('stands behind the end: export everything again');
      if (typeof value?.['lines'] === 'number') {
        statedCount = value['lines'];
        continue;
      }
      const record = value && recordOf(value, fits);
      if (!record) return failedAt('is no record that this page knows: export everything again');
      count += 1;
      await take(record);
    }
  } catch (error) {
    if (error instanceof TooLong)
      return failure(
        `${name} unpacks to more than ${numberText(error.bytes)} bytes, more than any browser keeps.`,
      );
    if (!(error instanceof Unreadable)) throw error;
    return failure(`${name} ${error.message.replace('download it again', 'export everything again')}.`);
  }
  if (lineNumber === 0) return failure(`${name} is empty: export everything again.`);
  if (statedCount !== count)
    return failedAt('is the last, and the file was cut off: export everything again');
  return { ok: true, lines: count };
}

type Fields = Readonly<Record<string, unknown>>;

function parseFields(text: string): Fields | null {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? (value as Fields) : null;
}

function headFault(head: Fields | null, name: string): string | null {
  if (head?.['format'] === 'allpass-run') return `${name} is the file of one run: open it on the page Runs.`;
  if (head?.['format'] !== FORMAT) return `${name} was not made by "Export everything".`;
  return head['version'] === VERSION || head['version'] === 1
    ? null
    : `${name} is of a newer version of Allpass: reload this page to get that version, and import it again.`;
}

function recordOf(line: Fields, fits: FitsTable): BackupRecord | null {
  const { table, key, value, name, text } = line;
  if ('run' in line) {
    const parseResult = safeParse(RUN, line['run']);
    return parseResult.success ? { kind: 'run', run: parseResult.output } : null;
  }
  if ('sample' in line) {
    const parseResult = safeParse(SAMPLE, line['sample']);
    return parseResult.success ? { kind: 'sample', sample: parseResult.output } : null;
  }
  if (typeof name === 'string' && typeof text === 'string') return { kind: 'device', name, text };
  const knownTable = TRAVELLING_TABLES.find((one) => one === table);
  if (knownTable === undefined || !isKeyOf(knownTable, key) || !fits(knownTable, value)) return null;
  return { kind: 'record', table: knownTable, key, value };
}

const NAMED: readonly string[] = ['sets', 'prompts', 'settings', 'sampling', 'gpuSettings', 'cpu'];

/** Whether a key fits its table: a string; a set and an id; or, for `history`, a set, an id and two integers. */
function isKeyOf(
  table: string,
  key: unknown,
): key is string | [string, string] | [string, string, number, number] {
  if (NAMED.includes(table)) return typeof key === 'string';
  if (!Array.isArray(key) || key.length !== (table === 'history' ? 4 : 2)) return false;
  return key.every((part, at) => (at < 2 ? typeof part === 'string' : Number.isSafeInteger(part)));
}
