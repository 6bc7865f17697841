import type { Bytes, SourceFile } from '../containers/source-file.ts';

/** A file of the browser's, which reads it from the disk as it is asked. */
export function blobFile(file: File): SourceFile {
  return {
    name: file.name,
    size: file.size,
    bytes: () => streamBytes(file.stream()),
    part: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  };
}

/** The pieces of a stream as they come; it is cancelled where its reader stops early. */
export async function* streamBytes(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Bytes> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value as Bytes;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The same file; `passed` hears how many bytes were read of it. */
export function counted(file: SourceFile, passed: (bytes: number) => void): SourceFile {
  const { part } = file;
  return {
    ...file,
    async *bytes() {
      for await (const piece of file.bytes()) {
        passed(piece.length);
        yield piece;
      }
    },
    part:
      part === null
        ? null
        : async (start, end) => {
            const piece = await part(start, end);
            passed(piece.length);
            return piece;
          },
  };
}
