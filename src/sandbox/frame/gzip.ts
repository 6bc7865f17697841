/** Compressed bytes, by the platform's own streams. */

export function inflate(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(inflating(bytes)).arrayBuffer();
}

/** Reading throws where the bytes are not gzip. */
export function inflating(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
}
