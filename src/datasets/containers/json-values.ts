/**
 * Reads a .json file as a stream. Yields the elements of the top-level list. Without such a list, it yields the
 * consecutive objects. This module recognises only brackets and strings; each value is parsed separately.
 */
import { HeldRow } from './json-lines.ts';
import { Unreadable, type Bytes, type ContainedRow } from './source-file.ts';

/**
 * Yields the source of each value; `line` is the number of the element.
 * @throws Unreadable for a file that ends within an element
 */
export async function* jsonValues(
  bytes: AsyncIterable<Bytes>,
  maxBytes?: number,
): AsyncGenerator<ContainedRow<string>> {
  const splitter = new Splitter();
  const currentValue = new HeldRow(maxBytes);
  let line = 0;
  for await (const piece of bytes) {
    let start = 0;
    for (const { at, kind } of splitter.marks(piece)) {
      if (kind === 'end') {
        currentValue.add(piece.subarray(start, at));
        line += 1;
        yield currentValue.take(line);
      }
      start = at;
    }
    // Copied, because the host may reuse the memory of the piece.
    if (splitter.isInValue) currentValue.add(piece.slice(start));
  }
  if (splitter.isInValue || splitter.isInList)
    throw new Unreadable(`ends within row ${line + 1}: it is cut off, so download or write it again`);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const LIST_START = 0x5b;
const LIST_END = 0x5d;
const OBJECT_START = 0x7b;
const OBJECT_END = 0x7d;
/** Space, line feed, carriage return, tab, and the three bytes of a byte order mark. */
const SPACE_BYTES = new Set([0x20, 0x0a, 0x0d, 0x09, 0xef, 0xbb, 0xbf]);

/** Finds the start and the end of each value, piece by piece. */
class Splitter {
  /** Whether the top-level value is a list; null before the first byte of a value. */
  #isList: boolean | null = null;
  #isClosed = false;
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** Whether the current position is inside a value. */
  isInValue = false;

  /** Whether the current position is inside the top-level list. */
  get isInList(): boolean {
    return this.#isList === true && !this.#isClosed;
  }

  *marks(piece: Bytes): Generator<{ readonly at: number; readonly kind: 'begin' | 'end' }> {
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at]!;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#inString = false;
        continue;
      }
      if (!this.isInValue) {
        if (SPACE_BYTES.has(byte)) continue;
        if (this.#isList === null) {
          this.#isList = byte === LIST_START;
          if (this.#isList) continue;
        }
        if (this.isInList && byte === COMMA) continue;
        if (this.isInList && byte === LIST_END) {
          this.#isClosed = true;
          continue;
        }
        this.isInValue = true;
        yield { at, kind: 'begin' };
      }
      if (byte === QUOTE) this.#inString = true;
      else if (byte === LIST_START || byte === OBJECT_START) this.#depth += 1;
      else if (byte === OBJECT_END || byte === LIST_END) {
        if (this.#depth === 0) {
          // A number or a literal such as `true` was the last element, so this bracket closes the top-level list.
          this.isInValue = false;
          this.#isClosed = true;
          yield { at, kind: 'end' };
          continue;
        }
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.isInValue = false;
        yield { at: at + 1, kind: 'end' };
      } else if (this.#depth === 0 && (byte === COMMA || SPACE_BYTES.has(byte))) {
        this.isInValue = false;
        yield { at, kind: 'end' };
      }
    }
  }
}
