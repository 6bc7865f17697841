/** Unpacks Zstandard (RFC 8878) frame by frame as a stream, with the same bounds as other packed files. */
import { Decompress } from 'fzstd';
import { Damaged, type InflateBounds, BOMB } from './inflate.ts';
import { Unreadable, type Bytes } from './source-file.ts';

export const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Maximum number of packed bytes per call. Larger calls would unpack too much before the bounds are checked. */
const TAKEN_AT_ONCE = 1 << 14;

/** @throws Unreadable for data that is damaged, truncated or a bomb */
export async function* unzstded(
  packed: AsyncIterable<Bytes>,
  { free, ratio }: InflateBounds,
): AsyncGenerator<Bytes> {
  let made: Bytes[] = [];
  const stream = new Decompress((piece) => void made.push(piece as Bytes));
  let [taken, given] = [0, 0];
  function* handed(): Generator<Bytes> {
    for (const piece of made) {
      given += piece.length;
      if (given > free && given > taken * ratio) throw new Unreadable(BOMB);
      // Copied, because the unpacker reuses the memory.
      if (piece.length > 0) yield piece.slice();
    }
    made = [];
  }
  for await (const piece of packed) {
    for (let at = 0; at < piece.length; at += TAKEN_AT_ONCE) {
      const part = piece.slice(at, at + TAKEN_AT_ONCE);
      taken += part.length;
      orDamaged(() => void stream.push(part));
      yield* handed();
    }
  }
  orDamaged(() => void stream.push(new Uint8Array(0), true));
  yield* handed();
}

function orDamaged(step: () => void): void {
  try {
    step();
  } catch {
    throw new Damaged();
  }
}
