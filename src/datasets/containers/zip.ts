/**
 * Reads a .zip file as a folder of files, by the directory at its end (PKWARE APPNOTE 6.3.10, 4.3 and 4.5.3).
 * Only the files that are read are unpacked, as a stream. Nothing is written, so a name cannot point outside.
 */
import { Crc32, FILE_BOUNDS, inflated } from './inflate.ts';
import { unzstded } from './zstd.ts';
import { decodedText, Unreadable, type Bytes, type SourceFile } from './source-file.ts';

const NO_ZIP = 'is no whole zip file (its directory is missing or damaged): download it again';

const END = 0x06054b50;
const END_64 = 0x06064b50;
const END_64_LOCATOR = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/**
 * Bytes of the end of the directory: 22 bytes, a comment of at most 65,535, and the zip64 locator before
 * them.
 */
const LONGEST_END = 22 + 0xffff + 20;
const LARGEST_DIRECTORY = 256 << 20;
const STORED = 0;
const DEFLATED = 8;
const ZSTD = 93;
const ENCRYPTED = 1;
const READ_AT_ONCE = 1 << 16;

/** @throws Unreadable */
export async function zipEntries(file: SourceFile): Promise<readonly SourceFile[]> {
  const { part } = file;
  if (part === null)
    throw new Unreadable(file.noParts ?? 'is a zip file within another archive: unpack the outer one first');
  const { start, length } = await directoryOf(file.size, part);
  if (length > LARGEST_DIRECTORY) throw new Unreadable('lists too many files: unpack it and give the folder');
  const directory = viewOf(await part(start, start + length));
  const entries: SourceFile[] = [];
  for (let at = 0; at + 46 <= directory.byteLength && directory.getUint32(at, true) === ENTRY;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      directory.getUint16(at + offset, true),
    ) as [number, number, number];
    const nameStart = at + 46;
    const end = nameStart + nameLength + extraLength + commentLength;
    if (end > directory.byteLength) throw new Unreadable(NO_ZIP);
    const nameBytes = bytesOf(directory, nameStart, nameLength);
    // Old packers write names in the code page of their system. Any decoding keeps the names distinct.
    const name = decodedText(nameBytes) ?? new TextDecoder('latin1').decode(nameBytes);
    const entry: ZipEntry = {
      flags: directory.getUint16(at + 8, true),
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      ...sizesOf(directory, at, nameStart + nameLength, extraLength),
    };
    if (!name.endsWith('/') && !isOfMac(name))
      entries.push(entryFile(`${file.name}/${name}`, entry, file.size, part));
    at = end;
  }
  return entries;
}

/** Side files that macOS adds for each file. */
function isOfMac(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$)/.test(name);
}

type ReadPart = (start: number, end: number) => Promise<Bytes>;

interface ZipEntry {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly offset: number;
}

/** Finds the last valid end of a directory. For zip64 files, the zip64 record decides. */
async function directoryOf(size: number, part: ReadPart): Promise<{ start: number; length: number }> {
  const from = Math.max(0, size - LONGEST_END);
  const tail = viewOf(await part(from, size));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new Unreadable(NO_ZIP);
  let [length, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (at >= 20 && tail.getUint32(at - 20, true) === END_64_LOCATOR) {
    const end = Number(tail.getBigUint64(at - 12, true));
    if (end + 56 > size) throw new Unreadable(NO_ZIP);
    const whole = viewOf(await part(end, end + 56));
    if (whole.getUint32(0, true) !== END_64) throw new Unreadable(NO_ZIP);
    length = Number(whole.getBigUint64(40, true));
    start = Number(whole.getBigUint64(48, true));
  }
  if (start + length > size) throw new Unreadable(NO_ZIP);
  return { start, length };
}

const IN_EXTRA = 0xffffffff;
const ZIP_64 = 1;

function sizesOf(
  directory: DataView,
  at: number,
  extra: number,
  extraLength: number,
): Pick<ZipEntry, 'packed' | 'unpacked' | 'offset'> {
  const sizes = {
    unpacked: directory.getUint32(at + 24, true),
    packed: directory.getUint32(at + 20, true),
    offset: directory.getUint32(at + 42, true),
  };
  for (let field = extra; field + 4 <= extra + extraLength;) {
    const [id, length] = [directory.getUint16(field, true), directory.getUint16(field + 2, true)];
    if (field + 4 + length > extra + extraLength) break;
    let value = field + 4;
    for (const key of ['unpacked', 'packed', 'offset'] as const) {
      if (id !== ZIP_64 || sizes[key] !== IN_EXTRA || value + 8 > field + 4 + length) continue;
      sizes[key] = Number(directory.getBigUint64(value, true));
      value += 8;
    }
    field += 4 + length;
  }
  return sizes;
}

function entryFile(name: string, entry: ZipEntry, archiveSize: number, part: ReadPart): SourceFile {
  return { name, size: entry.unpacked, bytes: () => entryBytes(entry, archiveSize, part), part: null };
}

async function* entryBytes(entry: ZipEntry, archiveSize: number, part: ReadPart): AsyncGenerator<Bytes> {
  if (entry.flags & ENCRYPTED) throw new Unreadable('is encrypted: unpack it with its password first');
  if (entry.method !== STORED && entry.method !== DEFLATED && entry.method !== ZSTD)
    throw new Unreadable(
      `is packed by method ${entry.method} of zip, which is not read here: unpack it first`,
    );
  if (entry.offset + 30 > archiveSize) throw new Unreadable(NO_ZIP);
  const local = viewOf(await part(entry.offset, entry.offset + 30));
  if (local.getUint32(0, true) !== LOCAL) throw new Unreadable(NO_ZIP);
  const start = entry.offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  if (start + entry.packed > archiveSize) throw new Unreadable(NO_ZIP);
  const packed = inPieces(start, start + entry.packed, part);
  const sum = new Crc32();
  let length = 0;
  const unpacked =
    entry.method === STORED
      ? packed
      : entry.method === ZSTD
        ? unzstded(packed, FILE_BOUNDS)
        : inflated(packed, 'deflate-raw', FILE_BOUNDS);
  for await (const piece of unpacked) {
    sum.add(piece);
    length += piece.length;
    if (length > entry.unpacked) break;
    yield piece;
  }
  if (sum.value !== entry.crc || length !== entry.unpacked)
    throw new Unreadable('is damaged (its checksum is wrong): download the archive again');
}

async function* inPieces(start: number, end: number, part: ReadPart): AsyncGenerator<Bytes> {
  for (let at = start; at < end; at += READ_AT_ONCE) yield await part(at, Math.min(end, at + READ_AT_ONCE));
}

function viewOf(bytes: Bytes): DataView<ArrayBuffer> {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function bytesOf(view: DataView<ArrayBuffer>, start: number, length: number): Bytes {
  return new Uint8Array(view.buffer, view.byteOffset + start, length);
}
