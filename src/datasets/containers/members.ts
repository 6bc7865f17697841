/**
 * Unpacks gzip files with several members, such as the output of `cat a.gz b.gz` or of parallel packers. Browsers
 * unpack only the first member.
 */
import { BOMB_FAULT, Crc32, Damaged, MAX_WRITE_BYTES, type InflateBounds } from './inflate.ts';
import { Unreadable, type Bytes } from './source-file.ts';

/** Length in bytes of a member's trailer, which contains its checksum and length. */
const TRAILER_BYTES = 8;
/**
 * Number of earlier bytes that are kept. fflate reports the end of a member only after it has read the next
 * header, including a file name and a comment.
 */
const KEPT_BYTES = 1 << 12;

/** @throws Unreadable for data that is damaged, truncated or a bomb */
export async function* unpackedMembers(
  packedBytes: AsyncIterable<Bytes>,
  bounds: InflateBounds,
): AsyncGenerator<Bytes> {
  const { Gunzip } = await import('fflate');
  const unpackedPieces: Bytes[] = [];
  let [packedLength, unpackedLength, length] = [0, 0, 0];
  let sum = new Crc32();
  /** The last bytes of the earlier pieces, followed by the current piece. */
  let window = new Uint8Array(0);
  const gunzip = new Gunzip((piece) => {
    sum.add(piece);
    length += piece.length;
    unpackedLength += piece.length;
    if (piece.length > 0) unpackedPieces.push(piece as Bytes);
  });
  const checkMember = (end: number): void => {
    const trailerStart = end - (packedLength - window.length) - TRAILER_BYTES;
    const view = new DataView(window.buffer, window.byteOffset + Math.max(0, trailerStart));
    if (trailerStart < 0 || view.getUint32(0, true) !== sum.value || view.getUint32(4, true) !== length >>> 0)
      throw new Damaged();
    sum = new Crc32();
    length = 0;
  };
  gunzip.onmember = checkMember;
  const push = (packedPart: Uint8Array, isLast: boolean): void => {
    const nextWindow = new Uint8Array(Math.min(window.length, KEPT_BYTES) + packedPart.length);
    nextWindow.set(window.subarray(-KEPT_BYTES));
    nextWindow.set(packedPart, nextWindow.length - packedPart.length);
    window = nextWindow;
    packedLength += packedPart.length;
    try {
      gunzip.push(packedPart, isLast);
    } catch (error) {
      throw error instanceof Unreadable ? error : new Damaged();
    }
    if (unpackedLength > bounds.freeBytes && unpackedLength > packedLength * bounds.ratio)
      throw new Unreadable(BOMB_FAULT);
  };
  for await (const piece of packedBytes) {
    for (let at = 0; at < piece.length; at += MAX_WRITE_BYTES) {
      // Copied, because the unpacker keeps a reference to its input.
      push(piece.slice(at, at + MAX_WRITE_BYTES), false);
      yield* unpackedPieces.splice(0);
    }
  }
  push(new Uint8Array(0), true);
  yield* unpackedPieces.splice(0);
  checkMember(packedLength);
}
