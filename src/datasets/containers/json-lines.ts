/**
 * Reads JSON Lines as a stream. At most one line is in memory. The bytes of a line that is too long are
 * discarded.
 */
import {
  decodedText,
  joinedPieces,
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
  maxBytes?: number,
): AsyncGenerator<ContainedRow<string>> {
  let line = 1;
  const currentRow = new HeldRow(maxBytes);
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
  readonly #maxBytes: number;
  #pieces: Bytes[] = [];
  #length = 0;

  constructor(maxBytes = LONGEST_ROW) {
    this.#maxBytes = maxBytes;
  }

  /** @param piece memory that is not reused before `take` is called */
  add(piece: Bytes): void {
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  /** Returns the row and starts the next one. */
  take(line: number): ContainedRow<string> {
    const isTooLong = this.#length > this.#maxBytes;
    const text = isTooLong ? null : decodedText(joinedPieces(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    if (isTooLong) return { line, fault: TOO_LONG };
    return text === null ? { line, fault: NOT_UTF8 } : { line, value: text };
  }
}
