/** Gzipped lines of text: the format of exported runs and of the file with all stored data. */
import { gunzipPieces } from '../../datasets/containers/gunzipped.ts';
import { byteEnds, FILE_BOUNDS } from '../../datasets/containers/inflate.ts';
import { textLines } from '../../datasets/containers/json-lines.ts';
import type { Bytes, ContainedRow, SourceFile } from '../../datasets/containers/source-file.ts';

/** Number of characters that are packed at once. Each piece costs one round through the stream. */
const PIECE = 1 << 17;
const GZIP = [0x1f, 0x8b];

export interface LineBounds {
  /** Bytes of a line. */
  readonly line: number;
  /** Bytes of the whole file, unpacked. */
  readonly total: number;
}

/** Thrown for a file that unpacks to more bytes than a file of its kind may have. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
  readonly bytes: number;

  constructor(bytes: number) {
    super(`more than ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/** Yields the file in pieces. Fails with the error of the lines. */
export function packedLines(lines: AsyncIterable<string>): AsyncGenerator<Bytes> {
  return gzipped(piecesOf(lines));
}

async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<Bytes> {
  const encoder = new TextEncoder();
  let incompleteLine = '';
  for await (const line of lines) {
    incompleteLine += `${line}\n`;
    if (incompleteLine.length < PIECE) continue;
    yield encoder.encode(incompleteLine);
    incompleteLine = '';
  }
  yield encoder.encode(incompleteLine);
}

/**
 * Yields the lines of a packed or unpacked file: a user may unpack a file before importing it.
 * @throws TooLong for more bytes than the bounds allow; errors of unpacking
 */
export async function* unpackedLines(
  file: SourceFile,
  bounds: LineBounds,
): AsyncGenerator<ContainedRow<string>> {
  const plainBytes = (await isPacked(file)) ? gunzipPieces(() => file.bytes(), FILE_BOUNDS) : file.bytes();
  yield* textLines(limitBytes(plainBytes, bounds.total), bounds.line);
}

async function isPacked(file: SourceFile): Promise<boolean> {
  const start: number[] = [];
  for await (const piece of file.bytes()) {
    start.push(...piece.subarray(0, GZIP.length - start.length));
    if (start.length === GZIP.length) break;
  }
  return start.every((byte, at) => byte === GZIP[at]);
}

async function* limitBytes(bytes: AsyncIterable<Bytes>, total: number): AsyncGenerator<Bytes> {
  let byteCount = 0;
  for await (const piece of bytes) {
    byteCount += piece.length;
    if (byteCount > total) throw new TooLong(total);
    yield piece;
  }
}

/** Yields one gzip member in pieces, with one piece in memory. Fails with the error of its source. */
async function* gzipped(plainBytes: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const [reader, writer] = byteEnds(new CompressionStream('gzip'));
  const pump = async (): Promise<void> => {
    for await (const piece of plainBytes) await writer.write(piece);
    await writer.close();
  };
  const pumpPromise = pump().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined);
    throw error;
  });
  // The failure is awaited below. Until then this handler keeps it from being reported as unhandled.
  pumpPromise.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value !== undefined) yield value;
    }
    await pumpPromise;
  } finally {
    // Not awaited: a write in progress may never end.
    reader.cancel().catch(() => undefined);
    writer.abort().catch(() => undefined);
  }
}
