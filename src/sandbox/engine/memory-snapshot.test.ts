import { describe, expect, it } from 'vitest';
import { filledPart, packSnapshot, unpackSnapshot } from './memory-snapshot.ts';

const HEAD_BYTES = 128;
const MEMORY_BYTES = 64 * 1024;

function snapshotOf(memory: Uint8Array): Uint8Array<ArrayBuffer> {
  const snapshot = new Uint8Array(HEAD_BYTES + memory.length);
  new Uint32Array(snapshot.buffer).set([0x706e_7300, HEAD_BYTES, 39]);
  snapshot.set(memory, HEAD_BYTES);
  return snapshot;
}

/** Restores a snapshot into a memory in which code has already run. */
function restoreSnapshot(packed: Uint8Array<ArrayBuffer>, fresh: Uint8Array): Uint8Array {
  const memory = new WebAssembly.Memory({ initial: 2 });
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(fresh);
  const unpacking = unpackSnapshot(packed.buffer);
  unpacking.keepFresh(bytes);
  for (const at of [100, 11_000, 30_000, MEMORY_BYTES + 5]) bytes.fill(5, at, at + 50);
  unpacking.restore(memory, MEMORY_BYTES + 55);
  expect(unpacking.slots).toBe(9);
  expect(unpacking.head).toEqual(snapshotOf(fresh).subarray(0, HEAD_BYTES));
  expect(bytes.subarray(MEMORY_BYTES).every((byte) => byte === 0)).toBe(true);
  return bytes.slice(0, MEMORY_BYTES);
}

describe('a packed snapshot', () => {
  const fresh = new Uint8Array(MEMORY_BYTES);
  fresh.fill(7, 0, 10_000);

  it('gives back every byte', () => {
    const memory = fresh.slice();
    memory.fill(3, 5_000, 5_001);
    memory.fill(0, 2_000, 4_500);
    memory.fill(9, 20_000, 23_456);
    memory.fill(1, 40_000, 40_001);
    expect(restoreSnapshot(packSnapshot(snapshotOf(memory), filledPart(fresh), 9), fresh)).toEqual(memory);
  });

  it('holds nothing of what the module brings itself', () => {
    expect(packSnapshot(snapshotOf(fresh), fresh, 9).length).toBeLessThan(HEAD_BYTES + 100);
    expect(restoreSnapshot(packSnapshot(snapshotOf(fresh), fresh, 9), fresh)).toEqual(fresh);
  });

  it('may be all zeros where the module is not', () => {
    const zeros = new Uint8Array(MEMORY_BYTES);
    expect(restoreSnapshot(packSnapshot(snapshotOf(zeros), fresh, 9), fresh)).toEqual(zeros);
  });

  it('of more memory than there is is refused', () => {
    const large = new Uint8Array(3 * MEMORY_BYTES).fill(1);
    const unpacking = unpackSnapshot(packSnapshot(snapshotOf(large), fresh, 9).buffer);
    unpacking.keepFresh(fresh);
    expect(() => unpacking.restore(new WebAssembly.Memory({ initial: 2 }), 0)).toThrow(RangeError);
  });

  it.each([
    ['garbage', new Uint8Array(1000).fill(7).buffer],
    ['empty', new ArrayBuffer(0)],
    ['cut short', packSnapshot(snapshotOf(fresh.map((byte) => byte + 1)), fresh, 9).buffer.slice(0, 3000)],
  ])('that is %s is refused', (_, packed) => {
    expect(() => unpackSnapshot(packed)).toThrow(RangeError);
  });
});
