/**
 * A file of lines that are only appended. Lines are addressed by their position, because the file may be larger than
 * memory.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** The position of a line in its file, in bytes, without its line break. */
export interface RowSpan {
  readonly start: number;
  readonly length: number;
}

const PIECE = 1 << 20;
const LINE_BREAK = 0x0a;

export class RowFile {
  readonly #handle: number;
  #end: number;

  private constructor(handle: number, end: number) {
    this.#handle = handle;
    this.#end = end;
  }

  /**
   * Opens or creates a file, and removes an incomplete last line that a killed run left.
   * @param hear receives each complete line
   * @returns `cut` is the number of removed bytes
   */
  static open(
    path: string,
    hear: (line: string, span: RowSpan) => void,
  ): { readonly file: RowFile; readonly cut: number } {
    const handle = openSync(path, 'a+');
    try {
      const { end, size } = readLines(handle, hear);
      if (size > end) ftruncateSync(handle, end);
      return { file: new RowFile(handle, end), cut: size - end };
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }

  /** Size of the file in bytes. */
  get size(): number {
    return this.#end;
  }

  /** Appends a line. When it returns, the kernel has the line, so the end of this process does not lose it. */
  append(line: string): RowSpan {
    const bytes = Buffer.from(`${line}\n`);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#handle, bytes, done);
    const span = { start: this.#end, length: bytes.length - 1 };
    this.#end += bytes.length;
    return span;
  }

  /** Returns the bytes of a line with its line break. */
  bytesOf({ start, length }: RowSpan): Uint8Array {
    const bytes = Buffer.allocUnsafe(length + 1);
    for (let done = 0; done < bytes.length;) {
      const read = readSync(this.#handle, bytes, done, bytes.length - done, start + done);
      if (read === 0) throw new Error('another program truncated the file of rows');
      done += read;
    }
    return bytes;
  }

  /** Writes the file to the disk before it returns. */
  sync(): void {
    fsyncSync(this.#handle);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

function readLines(
  handle: number,
  hear: (line: string, span: RowSpan) => void,
): { readonly end: number; readonly size: number } {
  const piece = Buffer.allocUnsafe(PIECE);
  let begun: Buffer[] = [];
  let start = 0;
  let size = 0;
  for (;;) {
    const read = readSync(handle, piece, 0, PIECE, size);
    if (read === 0) return { end: start, size };
    let from = 0;
    for (let at = piece.indexOf(LINE_BREAK); at !== -1 && at < read; at = piece.indexOf(LINE_BREAK, from)) {
      const line = Buffer.concat([...begun, piece.subarray(from, at)]);
      begun = [];
      hear(line.toString('utf8'), { start, length: line.length });
      start += line.length + 1;
      from = at + 1;
    }
    if (from < read) begun.push(Buffer.from(piece.subarray(from, read)));
    size += read;
  }
}
