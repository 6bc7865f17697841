import type { SourceFile } from '../containers/source-file.ts';
import { streamBytes } from './stream-bytes.ts';

/** A file of the browser's, which reads it from the disk as it is asked. */
export function blobFile(file: File): SourceFile {
  return {
    name: file.name,
    size: file.size,
    bytes: () => streamBytes(file.stream()),
    part: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
  };
}
