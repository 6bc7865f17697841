/** Compressed bytes, in and out, by the platform's own streams. */

export function inflate(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(inflating(bytes)).arrayBuffer();
}

/** Reading throws where the bytes are not gzip. */
export function inflating(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
}

/** Pieces small enough that a thread with a clock to keep is never away for more than a few milliseconds. */
const PIECE_BYTES = 256 * 1024;

export function deflate(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (at >= bytes.byteLength) {
        controller.close();
        return;
      }
      const end = Math.min(at + PIECE_BYTES, bytes.byteLength);
      controller.enqueue(new Uint8Array(bytes, at, end - at));
      at = end;
    },
  });
  return new Response(pieces.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}
