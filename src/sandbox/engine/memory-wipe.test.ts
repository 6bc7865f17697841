import { expect, it } from 'vitest';
import { makeWipe } from './memory-wipe.ts';

const PAGE = 4096;

it('zeroes all of the stretch and nothing else', () => {
  const heap = new WebAssembly.Memory({ initial: 2 });
  const bytes = new Uint8Array(heap.buffer).fill(7);
  bytes.fill(0, 3 * PAGE, 4 * PAGE);
  // A single byte other than zero at the end of a page is enough to wipe the page.
  bytes.fill(0, 5 * PAGE, 6 * PAGE - 1);
  makeWipe(heap)(2 * PAGE, 7 * PAGE);
  expect(bytes.subarray(0, 2 * PAGE).every((byte) => byte === 7)).toBe(true);
  expect(bytes.subarray(2 * PAGE, 7 * PAGE).every((byte) => byte === 0)).toBe(true);
  expect(bytes.subarray(7 * PAGE).every((byte) => byte === 7)).toBe(true);
});

it('finds a byte wherever it is in a page', () => {
  const heap = new WebAssembly.Memory({ initial: 1 });
  const bytes = new Uint8Array(heap.buffer);
  const wipe = makeWipe(heap);
  for (let at = 0; at < PAGE; at += 61) {
    bytes[PAGE + at] = 1;
    wipe(PAGE, 2 * PAGE);
    expect(bytes[PAGE + at]).toBe(0);
  }
});

it('reaches the end of memory, also after it has grown, and may have nothing to do', () => {
  const heap = new WebAssembly.Memory({ initial: 1 });
  const wipe = makeWipe(heap);
  heap.grow(1);
  const bytes = new Uint8Array(heap.buffer).fill(1);
  wipe(8 * PAGE, 8 * PAGE);
  wipe(9 * PAGE, 8 * PAGE);
  expect(bytes.every((byte) => byte === 1)).toBe(true);
  wipe(0, bytes.length);
  expect(bytes.every((byte) => byte === 0)).toBe(true);
});
