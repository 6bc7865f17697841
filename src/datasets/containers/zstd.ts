/** Unpacks Zstandard (RFC 8878) frame by frame as a stream, with the same bounds as other packed files. */
import { Decompress } from 'fzstd';
import { Damaged, type InflateBounds, BOMB_FAULT } from './inflate.ts';
import { Unreadable, type Bytes } from './source-file.ts';

export const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
/** Maximum number of packed bytes per call. Larger calls would unpack too much before the bounds are checked. */
const MAX_CHUNK_BYTES = 1 << 14;

/** @throws Unreadable for data that is damaged, truncated or a bomb */
export async function* zstdPieces(
  packedBytes: AsyncIterable<Bytes>,
  { freeBytes, ratio }: InflateBounds,
): AsyncGenerator<Bytes> {
  let unpackedPieces: Bytes[] = [];
  const stream = new Decompress((piece) => void unpackedPieces.push(piece as Bytes));
  let [packedLength, unpackedLength] = [0, 0];
  function* checkedPieces(): Generator<Bytes> {
    for (const piece of unpackedPieces) {
      unpackedLength += piece.length;
      if (unpackedLength > freeBytes && unpackedLength > packedLength * ratio)
        throw new Unreadable(BOMB_FAULT);
      // Copied, because the unpacker reuses the memory.
      if (piece.length > 0) yield piece.slice();
    }
    unpackedPieces = [];
  }
  for await (const piece of packedBytes) {
    for (let at = 0; at < piece.length; at += MAX_CHUNK_BYTES) {
      const part = piece.slice(at, at + MAX_CHUNK_BYTES);
      packedLength += part.length;
      orDamaged(() => void stream.push(part));
      yield* checkedPieces();
    }
  }
  orDamaged(() => void stream.push(new Uint8Array(0), true));
  yield* checkedPieces();
}

function orDamaged(step: () => void): void {
  try {
    step();
  } catch {
    throw new Damaged();
  }
}
