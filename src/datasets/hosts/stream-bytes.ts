import type { Bytes } from '../containers/source-file.ts';

/** The pieces of a stream as they come; it is cancelled where its reader stops early. */
export async function* streamBytes(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Bytes> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value as Bytes;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
