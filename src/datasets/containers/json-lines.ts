/**
 * Reads JSON Lines as a stream. At most one line is in memory. The bytes of a line that is too long are
 * discarded.
 */
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

/** Yields every line that is not blank. */
export async function* textLines(
  bytes: AsyncIterable<Bytes>,
  longest?: number,
): AsyncGenerator<ContainedRow<string>> {
  let line = 1;
  const currentRow = new HeldRow(longest);
  for await (const piece of bytes) {
    let start = 0;
    for (let end = piece.indexOf(LINE_FEED); end !== -1; end = piece.indexOf(LINE_FEED, start)) {
      currentRow.add(piece.subarray(start, end));
      yield* unlessBlank(currentRow.take(line));
      line += 1;
      start = end + 1;
    }
    // Copied, because the host may reuse the memory of the piece.
    currentRow.add(piece.slice(start));
  }
  yield* unlessBlank(currentRow.take(line));
}

function unlessBlank(row: ContainedRow<string>): readonly ContainedRow<string>[] {
  return 'value' in row && row.value.trim() === '' ? [] : [row];
}

/** Collects the bytes of a row. The bytes of a row that is too long are discarded. */
export class HeldRow {
  readonly #longest: number;
  #pieces: Bytes[] = [];
  #length = 0;

  constructor(longest = LONGEST_ROW) {
    this.#longest = longest;
  }

  /** @param piece memory that is not reused before `take` is called */
  add(piece: Bytes): void {
    this.#length += piece.length;
    if (this.#length > this.#longest) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** Returns the row and starts the next one. */
  take(line: number): ContainedRow<string> {
    const isTooLong = this.#length > this.#longest;
    const text = isTooLong ? null : decodedText(joined(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong) return { line, fault: TOO_LONG };
    return text === null ? { line, fault: NOT_UTF8 } : { line, value: text };
  }
}
