/** Reads parquet files row group by row group. */
import type { Compressors } from 'hyparquet';
import { parseLossless, type LosslessValue } from '../../base/lossless-json.ts';
import {
  decodedText,
  NOT_UTF8,
  Unreadable,
  type Bytes,
  type ContainedRow,
  type SourceFile,
} from './source-file.ts';

/**
 * Maximum size of an unpacked row group in bytes. A group is kept in memory as a whole. Groups in files of the
 * Hub have a few hundred MB at most.
 */
const LARGEST_GROUP = 1 << 30;
/** Maximum number of rows in a group, which is the largest group that pyarrow writes by default. */
const MOST_ROWS_IN_GROUP = 1 << 20;
/** Maximum number of values in the lists of a row group. */
const MOST_VALUES_IN_GROUP = 64 << 20;
/** Codecs that hyparquet supports itself. The code for other codecs is loaded only when a file needs it. */
const USUAL_CODECS = new Set(['UNCOMPRESSED', 'SNAPPY']);

/** @throws Unreadable */
export async function* parquetRows(file: SourceFile): AsyncGenerator<ContainedRow<LosslessValue>> {
  const { readPart } = file;
  if (readPart === null)
    throw new Unreadable(file.noParts ?? 'is a parquet file in an archive: unpack it first');
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const buffer = {
    byteLength: file.size,
    slice: async (start: number, end = file.size): Promise<ArrayBuffer> => {
      if (!(start >= 0 && start <= end && end <= file.size)) throw new RangeError('outside the file');
      const bytes = await readPart(start, end);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    },
  };
  const parsers = { stringFromBytes: textOrBroken, jsonFromBytes: jsonOrBroken };
  const metadata = await orUnreadable(() => parquetMetadataAsync(buffer));
  let compressors: Compressors | undefined;
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const codecs = group.columns.map(({ meta_data }) => meta_data?.codec ?? 'UNCOMPRESSED');
    if (compressors === undefined && codecs.some((codec) => !USUAL_CODECS.has(codec)))
      compressors = await import('./parquet-codecs.ts').then(({ codecsFor }) => codecsFor(LARGEST_GROUP));
    const unsupportedCodec = codecs.find(
      (codec) => !USUAL_CODECS.has(codec) && compressors?.[codec] === undefined,
    );
    if (unsupportedCodec !== undefined)
      throw new Unreadable(
        `is packed with ${unsupportedCodec}, which is not read here: write it with snappy or zstd`,
      );
    const values = Math.max(0, ...group.columns.map(({ meta_data }) => Number(meta_data?.num_values ?? 0)));
    if (
      Number(group.total_byte_size) > LARGEST_GROUP ||
      Number(group.num_rows) > MOST_ROWS_IN_GROUP ||
      values > MOST_VALUES_IN_GROUP
    ) {
      throw new Unreadable('has a row group too large to be held: write it with smaller row groups');
    }
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await orUnreadable(() =>
      parquetReadObjects({
        file: buffer,
        metadata,
        rowStart,
        rowEnd,
        parsers,
        useOffsetIndex: false,
        ...(compressors === undefined ? {} : { compressors }),
      }),
    );
    for (const [index, row] of rows.entries()) {
      const line = rowStart + index + 1;
      const value = losslessValue(row);
      yield value === NOT_UTF8_TEXT ? { line, fault: NOT_UTF8 } : { line, value };
    }
    rowStart = rowEnd;
  }
}

async function orUnreadable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    // The library's message for a damaged file refers to its own internals.
    throw new Unreadable('is no whole parquet file: it is damaged or cut off, so download it again');
  }
}

const NOT_UTF8_TEXT = Symbol('not UTF-8');

function textOrBroken(bytes: Uint8Array): string | typeof NOT_UTF8_TEXT {
  return decodedText(bytes as Bytes) ?? NOT_UTF8_TEXT;
}

/** The parsed value of a JSON column. Numbers keep their spelling. */
class JsonText {
  readonly value: LosslessValue;

  constructor(text: string) {
    const json = parseLossless(text);
    this.value = json.ok ? json.value : text;
  }
}

function jsonOrBroken(bytes: Uint8Array): JsonText | typeof NOT_UTF8_TEXT {
  const text = textOrBroken(bytes);
  return text === NOT_UTF8_TEXT ? NOT_UTF8_TEXT : new JsonText(text);
}

/** Converts a value of hyparquet. Parquet does not record whether a number was written as `1` or `1.0`. */
function losslessValue(value: unknown): LosslessValue | typeof NOT_UTF8_TEXT {
  if (value === null || value === undefined) return null;
  if (value === NOT_UTF8_TEXT) return NOT_UTF8_TEXT;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint' || typeof value === 'number') return { numeral: String(value) };
  if (value instanceof JsonText) return value.value;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return textOrBroken(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as ArrayLike<unknown>, losslessValue);
    return items.includes(NOT_UTF8_TEXT) ? NOT_UTF8_TEXT : (items as LosslessValue[]);
  }
  const members = new Map<string, LosslessValue>();
  for (const [key, member] of Object.entries(value)) {
    const convertedMember = losslessValue(member);
    if (convertedMember === NOT_UTF8_TEXT) return NOT_UTF8_TEXT;
    members.set(key, convertedMember);
  }
  return members;
}
