/** JSON Lines as a stream: a line is held, never the file, and of a line that is too long nothing. */
import {
  decodedText,
  joined,
  LONGEST_ROW,
  NOT_UTF8,
  TOO_LONG,
  type Bytes,
  type ContainedRow,
} from './source-file.ts';

const LINE_FEED = 0x0a;

/** Every line that is not blank. */
export async function* textLines(
  bytes: AsyncIterable<Bytes>,
  longest?: number,
): AsyncGenerator<ContainedRow<string>> {
  let line = 1;
  const held = new HeldRow(longest);
  for await (const piece of bytes) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      held.add(piece.subarray(start, end));
      yield* unlessBlank(held.take(line));
      line += 1;
      start = end + 1;
    }
    // A copy: the host may use the piece's memory again.
    held.add(piece.slice(start));
  }
  yield* unlessBlank(held.take(line));
}

function unlessBlank(row: ContainedRow<string>): readonly ContainedRow<string>[] {
  return 'value' in row && row.value.trim() === '' ? [] : [row];
}

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
