import { Damaged, inflated, type InflateBounds } from './inflate.ts';
import { withoutFirst, type Bytes } from './source-file.ts';

/**
 * Unpacks a gzip file of one or more members.
 * @param packed returns the bytes from the start on each call
 * @throws Unreadable
 */
export async function* gunzipped(
  packed: () => AsyncIterable<Bytes>,
  bounds: InflateBounds,
): AsyncGenerator<Bytes> {
  let given = 0;
  try {
    for await (const piece of inflated(packed(), 'gzip', bounds)) {
      given += piece.length;
      yield piece;
    }
    return;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
  }
  // Perhaps only the first member ended. The bytes yielded so far are final; a damaged file fails a second
  // time.
  const { unpackedMembers } = await import('./members.ts');
  yield* withoutFirst(unpackedMembers(packed(), bounds), given);
}
