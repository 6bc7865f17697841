/** Decompresses gzip with the streams of the browser. */

export function inflate(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  return new Response(inflatedStream(bytes)).arrayBuffer();
}

/** Returns a stream of the inflated bytes. A read throws if the bytes are not gzip. */
export function inflatedStream(bytes: ArrayBuffer): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
}
