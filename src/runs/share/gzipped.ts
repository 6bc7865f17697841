import type { Bytes } from '../../datasets/containers/source-file.ts';

interface ByteReaderPort {
  read(): Promise<{ readonly done: boolean; readonly value?: Bytes | undefined }>;
  cancel(): Promise<void>;
}
interface ByteWriterPort {
  write(bytes: Bytes): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
}

/** One gzip member, made as it is taken: no more lies in memory than a piece. Fails as its source does. */
export async function* gzipped(plain: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  const { readable, writable } = new CompressionStream('gzip') as unknown as {
    readonly readable: { getReader(): ByteReaderPort };
    readonly writable: { getWriter(): ByteWriterPort };
  };
  const [reader, writer] = [readable.getReader(), writable.getWriter()];
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
