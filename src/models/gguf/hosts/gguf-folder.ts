/**
 * The storage of a GGUF model in the origin private file system. A model has a folder, with a folder for each
 * of its files. A file is stored in the pieces in which it arrives, each named by its offset. Only closed
 * pieces are used, so the pieces that a closed tab leaves behind are intact. The pieces are read as one file
 * without a copy.
 */
import { NoFileSystem } from '../../downloads/hosts/file-failures.ts';
import { fileName, partAddresses } from '../parts.ts';

const ROOT_FOLDER = 'gguf';
const RECORD_FILE = 'about.json';

/** The record that is stored with the pieces. */
export interface GgufAbout {
  /** Address of the first file. */
  readonly url: string;
  /** Bytes of each file, as its server states them; null before the first response. */
  readonly bytes: readonly (number | null)[];
}

/** Opens the folder of a model. Throws the errors of the file system. */
export async function openFolder(url: string, mayCreate: boolean): Promise<GgufFolder> {
  return new GgufFolder(
    firstOf(url),
    await (await root()).getDirectoryHandle(await keyOf(url), { create: mayCreate }),
  );
}

/** Lists the folders of all models, including partial downloads. */
export async function listFolders(): Promise<GgufFolder[]> {
  const folders: GgufFolder[] = [];
  for await (const handle of (await root()).values()) {
    if (handle.kind !== 'directory') continue;
    const record = await readAbout(handle as FileSystemDirectoryHandle);
    if (record !== null) folders.push(new GgufFolder(record.url, handle as FileSystemDirectoryHandle));
  }
  return folders;
}

/** Removes the model's folder, and also the root folder if it was the last model. */
export async function removeFolder(url: string): Promise<void> {
  const rootFolder = await root();
  await rootFolder.removeEntry(await keyOf(url), { recursive: true }).catch(ignoreMissing);
  for await (const _ of rootFolder.keys()) return;
  // If another tab has begun to store a model in the meantime, the root folder is not empty and stays.
  await (await navigator.storage.getDirectory()).removeEntry(ROOT_FOLDER).catch(() => undefined);
}

/** Returns the name of the lock that guards the model's files. */
export async function lockName(url: string): Promise<string> {
  return `allpass-gguf-${await keyOf(url)}`;
}

export class GgufFolder {
  readonly url: string;
  readonly #directory: FileSystemDirectoryHandle;

  constructor(url: string, directory: FileSystemDirectoryHandle) {
    this.url = url;
    this.#directory = directory;
  }

  async about(): Promise<GgufAbout> {
    const noSizes = partAddresses(this.url).map(() => null);
    return (await readAbout(this.#directory)) ?? { url: this.url, bytes: noSizes };
  }

  async setBytes(partIndex: number, bytes: number): Promise<void> {
    const record = await this.about();
    await this.#write({ ...record, bytes: record.bytes.with(partIndex, bytes) });
  }

  /** Writes the record that adds the folder to the list of models. */
  async writeRecord(): Promise<void> {
    await this.#write(await this.about());
  }

  /** Returns the closed pieces of a file that follow each other without a gap from its start. */
  async pieces(partIndex: number): Promise<File[]> {
    const filesByOffset = new Map<number, File>();
    for await (const handle of (await this.#part(partIndex)).values()) {
      if (handle.kind === 'file')
        filesByOffset.set(Number(handle.name), await (handle as FileSystemFileHandle).getFile());
    }
    const pieces: File[] = [];
    for (let at = 0; ;) {
      const piece = filesByOffset.get(at);
      if (piece === undefined || piece.size === 0) return pieces;
      pieces.push(piece);
      at += piece.size;
    }
  }

  /** Returns the number of stored bytes. */
  async size(partIndex: number): Promise<number> {
    return (await this.pieces(partIndex)).reduce((sum, { size }) => sum + size, 0);
  }

  /** Opens a new piece, which becomes part of the file when the stream is closed. */
  async write(partIndex: number, offset: number): Promise<FileSystemWritableFileStream> {
    const handle = await (await this.#part(partIndex)).getFileHandle(String(offset), { create: true });
    return handle.createWritable();
  }

  async clear(partIndex: number): Promise<void> {
    await this.#directory.removeEntry(String(partIndex), { recursive: true }).catch(ignoreMissing);
  }

  /** Returns the files in order, each as one `File`; null if any is incomplete. */
  async files(): Promise<File[] | null> {
    const { bytes } = await this.about();
    const files: File[] = [];
    for (const [partIndex, address] of partAddresses(this.url).entries()) {
      const pieces = await this.pieces(partIndex);
      const file = new File(pieces, fileName(address));
      if (file.size === 0 || file.size !== bytes[partIndex]) return null;
      files.push(file);
    }
    return files;
  }

  #part(partIndex: number): Promise<FileSystemDirectoryHandle> {
    return this.#directory.getDirectoryHandle(String(partIndex), { create: true });
  }

  async #write(record: GgufAbout): Promise<void> {
    const stream = await (
      await this.#directory.getFileHandle(RECORD_FILE, { create: true })
    ).createWritable();
    await stream.write(JSON.stringify(record));
    await stream.close();
  }
}

/** @throws NoFileSystem in a browser without one (WebKitGTK), and errors of the file system */
async function root(): Promise<FileSystemDirectoryHandle> {
  const storage = navigator.storage as Partial<StorageManager> | undefined;
  if (storage?.getDirectory === undefined) throw new NoFileSystem();
  return (await navigator.storage.getDirectory()).getDirectoryHandle(ROOT_FOLDER, { create: true });
}

/** A model is identified by the address of its first part. */
const firstOf = (url: string): string => partAddresses(url)[0] ?? url;

async function keyOf(url: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(firstOf(url)));
  return Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readAbout(directory: FileSystemDirectoryHandle): Promise<GgufAbout | null> {
  try {
    const text = await (await (await directory.getFileHandle(RECORD_FILE)).getFile()).text();
    const { url, bytes } = JSON.parse(text) as Partial<Record<keyof GgufAbout, unknown>>;
    if (typeof url !== 'string' || !Array.isArray(bytes)) return null;
    return { url, bytes: bytes.map((size) => (typeof size === 'number' ? size : null)) };
  } catch {
    return null; // missing or truncated: the folder is treated as empty
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
}
