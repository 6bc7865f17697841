import { byteEnds } from '../../datasets/containers/inflate.ts';
import type { Bytes } from '../../datasets/containers/source-file.ts';

/** One gzip member, made as it is taken: no more lies in memory than a piece. Fails as its source does. */
export async function* gzipped(plain: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const [reader, writer] = byteEnds(new CompressionStream('gzip'));
  const pump = async (): Promise<void> => {
    for await (const piece of plain) await writer.write(piece);
    await writer.close();
  };
  const pumped = pump().catch(async (error: unknown) => {
    await writer.abort(error).catch(() => undefined);
    throw error;
  });
  // It is awaited below; until then a failure stays unhandled on purpose.
  pumped.catch(() => undefined);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value !== undefined) yield value;
    }
    await pumped;
  } finally {
    // Not waited for: a write that is under way may never end.
    reader.cancel().catch(() => undefined);
    writer.abort().catch(() => undefined);
  }
}
