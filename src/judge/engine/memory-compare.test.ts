import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordComparer } from './memory-compare.ts';
import { PAGE_BYTES } from './written-pages.ts';

it('word by word, every byte that differs marks its page', () => {
  const byte = fc.record({ at: fc.nat(8 * PAGE_BYTES - 1), value: fc.integer({ min: 1, max: 255 }) });
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 12 }), (bytes) => {
      const [heap, image] = [new WebAssembly.Memory({ initial: 2 }), new WebAssembly.Memory({ initial: 2 })];
      // The image's counterpart of page 4 lies at page 1, its marks behind 8 pages.
      for (const { at, value } of bytes) new Uint8Array(heap.buffer)[4 * PAGE_BYTES + at] = value;
      const flags = 9 * PAGE_BYTES;
      const count = wordComparer(heap, image)(4 * PAGE_BYTES, PAGE_BYTES, 8, flags);
      const marked = [...new Uint8Array(image.buffer, flags, 8)];
      const expected = marked.map((_, page) =>
        bytes.some(({ at }) => Math.floor(at / PAGE_BYTES) === page) ? 1 : 0,
      );
      expect(marked).toEqual(expected);
      expect(count).toBe(expected.filter((mark) => mark === 1).length);
    }),
  );
});
