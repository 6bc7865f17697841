/** Unpacks streams, and limits the size of the unpacked data. */
import { joinedPieces, Unreadable, type Bytes } from './source-file.ts';

type Packing = 'gzip' | 'deflate' | 'deflate-raw';

export interface InflateBounds {
  /** Number of unpacked bytes that are always allowed. */
  readonly freeBytes: number;
  /** Maximum ratio of unpacked to packed bytes, checked beyond `freeBytes`. */
  readonly ratio: number;
}

/** Bounds for files. Test data unpacks to 5 to 50 times its size; the maximum ratio of deflate is 1,032. */
export const FILE_BOUNDS: InflateBounds = { freeBytes: 8 << 20, ratio: 250 };

export const BOMB_FAULT =
  'unpacks to such a multiple of its size that it is more likely a bomb than a data set: unpack it by hand if you trust it';

/** Maximum number of packed bytes per write. Larger writes would unpack too much before the bounds are checked. */
export const MAX_WRITE_BYTES = 1 << 14;

/** @throws Unreadable for data that is damaged, truncated or a bomb */
export async function* inflatedPieces(
  packedBytes: AsyncIterable<Bytes>,
  packing: Packing,
  bounds: InflateBounds,
): AsyncGenerator<Bytes> {
  const [reader, writer] = byteEnds(new DecompressionStream(packing));
  let [packedLength, unpackedLength] = [0, 0];
  // Holds an error of the source, to distinguish it from a fault of the packed content.
  let failure: { readonly error: unknown } | null = null;
  const writeAll = async (): Promise<void> => {
    for await (const piece of withErrorReport(packedBytes, (error) => (failure = { error }))) {
      for (let at = 0; at < piece.length; at += MAX_WRITE_BYTES) {
        const part = piece.subarray(at, at + MAX_WRITE_BYTES);
        packedLength += part.length;
        await writer.write(part);
      }
    }
    await writer.close();
  };
  const writing = writeAll().catch((error: unknown) => writer.abort(error).catch(() => undefined));
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value === undefined) continue;
      unpackedLength += value.length;
      if (unpackedLength > bounds.freeBytes && unpackedLength > packedLength * bounds.ratio)
        throw new Unreadable(BOMB_FAULT);
      yield value;
    }
    await writing;
  } catch (error) {
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    throw error instanceof Unreadable ? error : new Damaged();
  } finally {
    // Not awaited, because a pending write may never settle.
    reader.cancel().catch(() => undefined);
    writer.abort().catch(() => undefined);
  }
}

/** Error for a file that cannot be unpacked completely. */
export class Damaged extends Unreadable {
  constructor() {
    super('is damaged or cut off, and cannot be unpacked to its end: download it again');
  }
}

/**
 * Unpacks all data at once.
 * @param maxBytes maximum number of unpacked bytes
 * @throws Unreadable
 */
export async function inflateAll(packedBytes: Bytes, packing: Packing, maxBytes: number): Promise<Bytes> {
  const pieces: Bytes[] = [];
  for await (const piece of inflatedPieces(singlePiece(packedBytes), packing, {
    freeBytes: maxBytes,
    ratio: 0,
  }))
    pieces.push(piece);
  return joinedPieces(pieces);
}

async function* singlePiece(bytes: Bytes): AsyncGenerator<Bytes> {
  yield bytes;
}

async function* withErrorReport(
  source: AsyncIterable<Bytes>,
  onError: (error: unknown) => void,
): AsyncGenerator<Bytes> {
  try {
    yield* source;
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** Returns the reader and the writer of a stream, typed with only the members that are used. */
export function byteEnds(stream: object): readonly [ByteReaderPort, ByteWriterPort] {
  const { readable: readableEnd, writable } = stream as {
    readonly readable: { getReader(): ByteReaderPort };
    readonly writable: { getWriter(): ByteWriterPort };
  };
  return [readableEnd.getReader(), writable.getWriter()];
}

interface ByteReaderPort {
  read(): Promise<{ readonly done: boolean; readonly value?: Bytes | undefined }>;
  cancel(): Promise<void>;
}
interface ByteWriterPort {
  write(bytes: Bytes): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** Computes the checksum of zip and gzip over consecutive pieces. */
export class Crc32 {
  #sum = 0xffffffff;

  add(bytes: Uint8Array): void {
    let sum = this.#sum;
    for (const byte of bytes) sum = CRC_TABLE[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
    this.#sum = sum;
  }

  get value(): number {
    return (this.#sum ^ 0xffffffff) >>> 0;
  }
}
