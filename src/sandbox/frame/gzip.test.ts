import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inflate } from './gzip.ts';

test.for([0, 1, 256 * 1024, 700_001])('%i bytes come back as they were', async (size) => {
  const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7919) % 251);
  const gzipBytes = gzipSync(bytes);
  const copy = gzipBytes.buffer.slice(
    gzipBytes.byteOffset,
    gzipBytes.byteOffset + gzipBytes.length,
  ) as ArrayBuffer;
  expect(Buffer.from(await inflate(copy)).equals(bytes)).toBe(true);
});

test('bytes that are not gzip are refused', async () => {
  await expect(inflate(new Uint8Array([1, 2, 3]).buffer)).rejects.toThrow();
});
