/**
 * Reads a .zip file as a folder of files. zip.js reads the directory at the end of the file, and this module
 * unpacks only the files that are read. Nothing is written to a disk, so a path such as `../x` is harmless.
 */
import { ZipReader, type Entry, type FileEntry, type Reader } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { Crc32, FILE_BOUNDS, inflatedPieces } from './inflate.ts';
import { Unreadable, type Bytes, type SourceFile } from './source-file.ts';
import { zstdPieces } from './zstd.ts';

const NO_ZIP = 'is no whole zip file (its directory is missing or damaged): download it again';
const LARGEST_DIRECTORY = 256 << 20;
/** Signature of a local file header, and its length in bytes. It precedes the data of each file. */
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_HEADER = 30;
const MAX_READ_BYTES = 1 << 16;

/** Unpacks a file, by its compression method. These functions limit the unpacked size, which zip.js does not. */
const UNPACK_METHODS: Readonly<Record<number, (packedBytes: AsyncIterable<Bytes>) => AsyncIterable<Bytes>>> =
  {
    0: (packedBytes) => packedBytes,
    8: (packedBytes) => inflatedPieces(packedBytes, 'deflate-raw', FILE_BOUNDS),
    93: (packedBytes) => zstdPieces(packedBytes, FILE_BOUNDS),
  };

type ReadPart = (start: number, end: number) => Promise<Bytes>;

/** @throws Unreadable */
export async function zipEntries({
  name,
  size,
  readPart,
  noParts,
}: SourceFile): Promise<readonly SourceFile[]> {
  if (readPart === null)
    throw new Unreadable(noParts ?? 'is a zip file within another archive: unpack the outer one first');
  const entries: SourceFile[] = [];
  for (const entry of await directoryOf(size, readPart)) {
    if (entry.directory || isOfMac(entry.filename)) continue;
    const bytes = () => entryBytes(entry, size, readPart);
    entries.push({ name: `${name}/${entry.filename}`, size: entry.uncompressedSize, bytes, readPart: null });
  }
  return entries;
}

async function directoryOf(size: number, readPart: ReadPart): Promise<readonly Entry[]> {
  // Holds an error of the host, to distinguish it from a fault of the file.
  let failure: Error | null = null;
  const readUint8Array = async (start: number, length: number): Promise<Bytes> => {
    try {
      if (length > LARGEST_DIRECTORY)
        throw new Unreadable('lists too many files: unpack it and give the folder');
      return await readPart(start, Math.min(size, start + length));
    } catch (error) {
      failure = error as Error;
      throw error;
    }
  };
  try {
    const reader = { size, readUint8Array } as Reader<unknown>;
    return await new ZipReader(reader, { strictness: 'tolerant' }).getEntries();
  } catch {
    throw (failure as Error | null) ?? new Unreadable(NO_ZIP);
  }
}

/** Detects the additional files that macOS writes into archives. */
function isOfMac(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$)/.test(name);
}

async function* entryBytes(entry: FileEntry, archiveSize: number, readPart: ReadPart): AsyncGenerator<Bytes> {
  if (entry.encrypted) throw new Unreadable('is encrypted: unpack it with its password first');
  const { compressionMethod: method, offset } = entry;
  const unpackMethod = UNPACK_METHODS[method];
  if (unpackMethod === undefined)
    throw new Unreadable(`is packed by method ${method} of zip, which is not read here: unpack it first`);
  if (offset + LOCAL_HEADER > archiveSize) throw new Unreadable(NO_ZIP);
  const header = await readPart(offset, offset + LOCAL_HEADER);
  const localHeader = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (localHeader.getUint32(0, true) !== LOCAL_SIGNATURE) throw new Unreadable(NO_ZIP);
  const start = offset + LOCAL_HEADER + localHeader.getUint16(26, true) + localHeader.getUint16(28, true);
  const end = start + entry.compressedSize;
  if (end > archiveSize) throw new Unreadable(NO_ZIP);
  const sum = new Crc32();
  let length = 0;
  for await (const piece of unpackMethod(inPieces(start, end, readPart))) {
    sum.add(piece);
    length += piece.length;
    if (length > entry.uncompressedSize) break;
    yield piece;
  }
  if (sum.value !== entry.crc32 || length !== entry.uncompressedSize)
    throw new Unreadable('is damaged (its checksum is wrong): download the archive again');
}

async function* inPieces(start: number, end: number, readPart: ReadPart): AsyncGenerator<Bytes> {
  for (let at = start; at < end; at += MAX_READ_BYTES)
    yield await readPart(at, Math.min(end, at + MAX_READ_BYTES));
}
