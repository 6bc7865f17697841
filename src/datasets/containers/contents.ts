/** Detects the content of a file by its first bytes. The name is not used, because it may be wrong. */
import { parseLossless, type LosslessValue, jsonFaultText } from '../../base/lossless-json.ts';
import { isTable, tableRows } from './csv.ts';
import { gunzipPieces } from './gunzipped.ts';
import { FILE_BOUNDS } from './inflate.ts';
import { textLines } from './json-lines.ts';
import { jsonValues } from './json-values.ts';
import { parquetRows } from './parquet.ts';
import { joinedPieces, Unreadable, type Bytes, type ContainedRow, type SourceFile } from './source-file.ts';
import { zstdPieces, ZSTD_MAGIC } from './zstd.ts';

export type Contents =
  | {
      readonly kind: 'rows';
      readonly rows: AsyncIterable<ContainedRow<LosslessValue>>;
      readonly container: 'lines' | 'list' | 'packed';
    }
  | { readonly kind: 'folder'; readonly files: readonly SourceFile[] };

const NAME_ENDING = /\.(json|jsonl|ndjson|gz|tgz|zst|zip|kpp|parquet|csv|tsv)$/i;

/**
 * Whether a file of a folder can contain problems, judged by its name. Other files of the folder are skipped
 * without a fault.
 */
export function isDataFile(name: string): boolean {
  return NAME_ENDING.test(name);
}

/** Whether a name is that of JSON Lines, not packed. */
export function isLinesName(name: string): boolean {
  return /\.(jsonl|ndjson)$/i.test(name);
}

/**
 * Detects the container of a file and opens it.
 * @throws Unreadable here, and while the rows are read
 */
export async function contentsOf(file: SourceFile): Promise<Contents> {
  const { head, bytes } = await withHead(file);
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])) {
    const { zipEntries } = await import('./zip.ts');
    return { kind: 'folder', files: await zipEntries(file) };
  }
  if (startsWith(head, [0x50, 0x41, 0x52, 0x31]))
    return { kind: 'rows', container: 'packed', rows: parquetRows(file) };
  if (startsWith(head, [0x1f, 0x8b])) {
    const innerContents = await contentsOf({
      name: file.name.replace(/\.gz$/i, ''),
      size: file.size,
      bytes: () => {
        // The first reader continues after the bytes that were read for detection. A second reader opens the file
        // again.
        let isFirstReader = true;
        const startOver = (): AsyncIterable<Bytes> => {
          const isFirst = isFirstReader;
          isFirstReader = false;
          return isFirst ? bytes() : file.bytes();
        };
        return gunzipPieces(startOver, FILE_BOUNDS);
      },
      readPart: null,
    });
    return innerContents.kind === 'rows' ? { ...innerContents, container: 'packed' } : innerContents;
  }
  if (startsWith(head, ZSTD_MAGIC)) {
    const unpackedFile = { bytes: () => zstdPieces(bytes(), FILE_BOUNDS), readPart: null };
    const innerContents = await contentsOf({
      ...unpackedFile,
      name: file.name.replace(/\.zst$/i, ''),
      size: file.size,
    });
    return innerContents.kind === 'rows' ? { ...innerContents, container: 'packed' } : innerContents;
  }
  for (const [magic, remedy] of REFUSED_FORMATS) if (startsWith(head, magic)) throw new Unreadable(remedy);
  if (isTar(head)) throw new Unreadable('is a tar archive: unpack it, and give the folder or the file in it');
  if (isTable(head, file.name))
    return { kind: 'rows', container: 'packed', rows: tableRows({ ...file, bytes }) };
  const isNamedLines = isLinesName(file.name);
  // Pretty-printed objects that span several lines, such as the output of jq. The file name does not show this.
  const isSpread = /^\uFEFF?\s*\{[ \t]*\r?\n[ \t]+"/.test(new TextDecoder().decode(head));
  const isLines = !isSpread && (isNamedLines || !(head[0] === 0x5b || /\.json$/i.test(file.name)));
  return isLines
    ? { kind: 'rows', container: 'lines', rows: parsedRows(textLines(bytes())) }
    : { kind: 'rows', container: 'list', rows: parsedRows(jsonValues(bytes())) };
}

async function* parsedRows(
  texts: AsyncIterable<ContainedRow<string>>,
): AsyncGenerator<ContainedRow<LosslessValue>> {
  for await (const row of texts) {
    if ('fault' in row) {
      yield row;
      continue;
    }
    const { line, value: text } = row;
    const json = parseLossless(text);
    yield json.ok
      ? { line, value: json.value }
      : { line, fault: `is not JSON: ${jsonFaultText(json.fault)} (character ${json.position + 1})` };
  }
}

/** Number of bytes that contain the magic number of a tar file. */
const HEAD_BYTES = 262;
/** Number of bytes that are read from a file with random access, which may be on the network. */
const SHORT_HEAD = 40;

const ARROW_REMEDY = "is an Arrow file: write it with datasets' to_parquet, or to_json, and give that file";
const REFUSED_FORMATS = [
  [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], ARROW_REMEDY],
  // An Arrow stream, the format of `save_to_disk`.
  [[0xff, 0xff, 0xff, 0xff], ARROW_REMEDY],
  [[0x42, 0x5a, 0x68], 'is packed by bzip2: unpack it first (bunzip2)'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is packed by xz: unpack it first (unxz)'],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'is a 7z archive: unpack it first'],
  [[0x52, 0x61, 0x72, 0x21], 'is a RAR archive: unpack it first'],
] as const;

function isTar(head: Bytes): boolean {
  return startsWith(head.subarray(257), [0x75, 0x73, 0x74, 0x61, 0x72]);
}

/** Returns the first bytes, and a reader of the whole file from its start. */
async function withHead(file: SourceFile): Promise<{ head: Bytes; bytes: () => AsyncIterable<Bytes> }> {
  if (file.readPart !== null) {
    return {
      head: await file.readPart(0, Math.min(/\.tar$/i.test(file.name) ? HEAD_BYTES : SHORT_HEAD, file.size)),
      bytes: () => file.bytes(),
    };
  }
  const iterator = file.bytes()[Symbol.asyncIterator]();
  const firstPieces: Bytes[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    firstPieces.push(next.value);
    length += next.value.length;
  }
  const head = joinedPieces(firstPieces);
  const bytes = async function* (): AsyncGenerator<Bytes> {
    try {
      yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { head, bytes };
}

function startsWith(bytes: Bytes, prefix: readonly number[]): boolean {
  return prefix.every((byte, index) => bytes[index] === byte);
}
