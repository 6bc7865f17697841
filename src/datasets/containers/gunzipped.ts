import { Damaged, inflated, type InflateBounds } from './inflate.ts';
import { withoutFirst, type Bytes } from './source-file.ts';

/**
 * A gzip file, of one member or several.
 * @param packed gives its bytes from the start, each time it is asked
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
  // Perhaps only its first member ended. The bytes that were given are final; a damaged file fails a second time.
  const { unpackedMembers } = await import('./members.ts');
  yield* withoutFirst(unpackedMembers(packed(), bounds), given);
}
