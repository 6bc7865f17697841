/** The fingerprint of a file without reading it: its size, its time, and its beginning. */
import { textHash } from '../../base/text-hash.ts';
import type { ImportSource } from '../set-import.ts';

/** Bytes of a file's beginning that are compared. */
const BEGINNING = 64 << 10;

/** '' for a source on the network: it may differ the next time. */
export async function importOrigin(source: ImportSource): Promise<string> {
  switch (source.kind) {
    case 'file':
      return JSON.stringify(await traitsOf(source.file));
    case 'folder': {
      const traits = source.files.map(({ path, file: { size, lastModified } }) => [path, size, lastModified]);
      return JSON.stringify([traits.length, textHash(traits.map((each) => JSON.stringify(each)))]);
    }
    case 'address':
    case 'hub':
      return '';
  }
}

async function traitsOf(file: File): Promise<readonly number[]> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
  return [file.size, file.lastModified, textHash([new TextDecoder('latin1').decode(bytes)])];
}
