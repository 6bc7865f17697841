/** Implements the file interface of the readers, for files that the user chose and for files from the network. */
import type { Bytes, SourceFile } from '../containers/source-file.ts';

/** Creates a source file from a browser file. Only the requested bytes are read from the disk. */
export function blobFile(file: File): SourceFile {
  return {
    name: file.name,
    size: file.size,
    bytes: () => streamBytes(file.stream()),
    readPart: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  };
}

/** Yields the pieces of a stream. The stream is cancelled if its reader stops early. */
export async function* streamBytes(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Bytes> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value as Bytes;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Returns the same file, with the bytes counted.
 * @param onBytes called with the number of bytes of each piece that is read
 */
export function withByteCount(file: SourceFile, onBytes: (bytes: number) => void): SourceFile {
  const { readPart } = file;
  return {
    ...file,
    async *bytes() {
      for await (const piece of file.bytes()) {
        onBytes(piece.length);
        yield piece;
      }
    },
    readPart:
      readPart === null
        ? null
        : async (start, end) => {
            const piece = await readPart(start, end);
            onBytes(piece.length);
            return piece;
          },
  };
}
