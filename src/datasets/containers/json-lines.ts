/** JSON Lines as a stream: a line is held, never the file, and of a line that is too long nothing. */
import { HeldRow } from './held-row.ts';
import type { Bytes, ContainedRow } from './source-file.ts';

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
