/** Zstandard: RFC 8878. Unpacked frame after frame as it comes, within the bounds of every packed file. */
import { Decompress } from 'fzstd';
import { Damaged, type InflateBounds, BOMB } from './inflate.ts';
import { Unreadable, type Bytes } from './source-file.ts';

export const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** More at once would let much out before the bounds are looked at. */
const TAKEN_AT_ONCE = 1 << 14;

/** @throws Unreadable for what is damaged, cut off, or a bomb */
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
      // A copy: the unpacker uses the memory again.
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
