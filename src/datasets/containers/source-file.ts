/** The file interface that the readers use. The file may be on a disk, in a browser or in an archive. */

export type Bytes = Uint8Array<ArrayBuffer>;

export interface SourceFile {
  /** The path of the file as the user gave it. The path of a file in an archive starts with the archive's path. */
  readonly name: string;
  readonly size: number;
  /**
   * Returns the bytes from the start, in pieces of any size. Rejects with Unreadable or with an error of the
   * host.
   */
  bytes(): AsyncIterable<Bytes>;
  /**
   * Returns the bytes from `start` up to but not including `end`; null for a file that can only be read from its
   * start.
   */
  readonly readPart: ((start: number, end: number) => Promise<Bytes>) | null;
  /** The reason why `readPart` is null. Missing for a file in an archive. */
  readonly noParts?: string;
  /** Number of lines of the whole file before the first byte, if this is a part of a file. Default: 0. */
  readonly linesBefore?: number;
}

/** Error whose message says why a file cannot be read completely. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * The result of one row: its value, or its fault. `line` is the line number in the file, or the number of the
 * row, starting at 1.
 */
export type ContainedRow<Value> =
  { readonly line: number; readonly value: Value } | { readonly line: number; readonly fault: string };

/** Maximum length of a line or row in bytes. The largest known rows are less than a third of this. */
export const LONGEST_ROW = 64 << 20;
export const TOO_LONG = `is longer than ${LONGEST_ROW >> 20} MiB: no known data set has such a row; take it out of the file`;

export function joinedPieces(pieces: readonly Bytes[]): Bytes {
  if (pieces.length === 1) return pieces[0]!;
  const allBytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    allBytes.set(piece, at);
    at += piece.length;
  }
  return allBytes;
}

const UTF8_DECODER = new TextDecoder('utf-8', { fatal: true });

/** Decodes UTF-8 and removes a byte order mark at the start. Returns null if the bytes are not valid UTF-8. */
export function decodedText(bytes: Bytes): string | null {
  try {
    return UTF8_DECODER.decode(bytes);
  } catch {
    return null;
  }
}

export const NOT_UTF8 = 'is not UTF-8 text: convert the file to UTF-8 and try again';

/**
 * Returns all bytes of a small file.
 * @throws Unreadable for a file of more than `most` bytes
 */
export async function wholeFile(file: SourceFile, maxBytes: number): Promise<Bytes> {
  const pieces: Bytes[] = [];
  let length = 0;
  for await (const piece of file.bytes()) {
    length += piece.length;
    if (length > maxBytes) throw new Unreadable(`is larger than ${maxBytes >> 20} MiB`);
    pieces.push(piece);
  }
  return joinedPieces(pieces);
}

/** Yields the bytes after the first `count` bytes. */
export async function* withoutFirst(pieces: AsyncIterable<Bytes>, count: number): AsyncGenerator<Bytes> {
  let toSkip = count;
  for await (const piece of pieces) {
    const remainingBytes = piece.subarray(Math.min(toSkip, piece.length));
    toSkip -= piece.length - remainingBytes.length;
    if (remainingBytes.length > 0) yield remainingBytes;
  }
}
