import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { deflate, inflate } from './gzip.ts';

test.for([0, 1, 256 * 1024, 700_001])('%i bytes come back as they were', async (size) => {
  const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7919) % 251);
  const same = (other: ArrayBuffer) => Buffer.from(other).equals(bytes);
  expect(same(await inflate(await deflate(bytes.buffer)))).toBe(true);
  const packed = gzipSync(bytes);
  const copy = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length) as ArrayBuffer;
  expect(same(await inflate(copy))).toBe(true);
});

test('what is not gzip is refused', async () => {
  await expect(inflate(new Uint8Array([1, 2, 3]).buffer)).rejects.toThrow();
});
