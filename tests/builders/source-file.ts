import type { Bytes, SourceFile } from '../../src/datasets/containers/source-file.ts';

/** A file in memory, its bytes in pieces of a size. */
export function sourceFile(name: string, content: string | Uint8Array, piece = 1 << 16): SourceFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content.slice();
  const owned = bytes as Bytes;
  return {
    name,
    size: owned.length,
    async *bytes() {
      for (let at = 0; at < owned.length; at += piece) yield owned.slice(at, at + piece);
    },
    readPart: (start, end) => Promise.resolve(owned.slice(start, end)),
  };
}
