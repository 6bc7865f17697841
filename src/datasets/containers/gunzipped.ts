import { Damaged, inflatedPieces, type InflateBounds } from './inflate.ts';
import { withoutFirst, type Bytes } from './source-file.ts';

/**
 * Unpacks a gzip file of one or more members.
 * @param packedBytes returns the packed bytes, from the start on each call
 * @throws Unreadable
 */
export async function* gunzipPieces(
  packedBytes: () => AsyncIterable<Bytes>,
  bounds: InflateBounds,
): AsyncGenerator<Bytes> {
  let unpackedLength = 0;
  try {
    for await (const piece of inflatedPieces(packedBytes(), 'gzip', bounds)) {
      unpackedLength += piece.length;
      yield piece;
    }
    return;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
  }
  // The error may only mean that a second member follows. The bytes yielded so far are final. A damaged file
  // fails again below.
  const { unpackedMembers } = await import('./members.ts');
  yield* withoutFirst(unpackedMembers(packedBytes(), bounds), unpackedLength);
}
