import {
  decodedText,
  joined,
  LONGEST_ROW,
  NOT_UTF8,
  TOO_LONG,
  type Bytes,
  type ContainedRow,
} from './source-file.ts';

/** The bytes of a row while it is read: of one that is too long, none are held. */
export class HeldRow {
  readonly #longest: number;
  #pieces: Bytes[] = [];
  #length = 0;

  constructor(longest = LONGEST_ROW) {
    this.#longest = longest;
  }

  /** @param piece whose memory is not used again before `take` */
  add(piece: Bytes): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** Gives the row, and begins the next one. */
  take(line: number): ContainedRow<string> {
    const isTooLong = this.#length > this.#longest;
    const text = isTooLong ? null : decodedText(joined(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong) return { line, fault: TOO_LONG };
    return text === null ? { line, fault: NOT_UTF8 } : { line, value: text };
  }
}
