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

function unpacked(packed: Uint8Array<ArrayBuffer>, fresh: Uint8Array): Uint8Array {
  const unpacking = unpackSnapshot(packed.buffer);
  unpacking.complete(fresh);
  return new Uint8Array(unpacking.snapshot);
}

describe('a packed snapshot', () => {
  const fresh = new Uint8Array(MEMORY_BYTES);
  fresh.fill(7, 0, 10_000);

  it('gives back every byte, but for the zeros at the end', () => {
    const memory = fresh.slice();
    memory.fill(3, 5_000, 5_001);
    memory.fill(0, 2_000, 4_500);
    memory.fill(9, 20_000, 23_456);
    memory.fill(1, 40_000, 40_001);
    const whole = unpacked(packSnapshot(snapshotOf(memory), filledPart(fresh)), fresh);
    const expected = snapshotOf(memory);
    expect(whole).toEqual(expected.subarray(0, whole.length));
    expect(expected.subarray(whole.length).every((byte) => byte === 0)).toBe(true);
  });

  it('holds nothing of what the module brings itself', () => {
    expect(packSnapshot(snapshotOf(fresh), fresh).length).toBeLessThan(HEAD_BYTES + 100);
    expect(unpacked(packSnapshot(snapshotOf(fresh), fresh), fresh).subarray(HEAD_BYTES)).toEqual(
      fresh.subarray(0, 10 * 1024),
    );
  });

  it('may be all zeros where the module is not', () => {
    const whole = unpacked(packSnapshot(snapshotOf(new Uint8Array(MEMORY_BYTES)), fresh), fresh);
    expect(whole.length).toBe(HEAD_BYTES + 10 * 1024);
    expect(whole.subarray(HEAD_BYTES).every((byte) => byte === 0)).toBe(true);
  });

  it.each([
    ['garbage', new Uint8Array(1000).fill(7).buffer],
    ['empty', new ArrayBuffer(0)],
    ['cut short', packSnapshot(snapshotOf(fresh.map((byte) => byte + 1)), fresh).buffer.slice(0, 3000)],
  ])('that is %s is refused', (_, packed) => {
    expect(() => unpackSnapshot(packed).complete(fresh)).toThrow(RangeError);
  });
});
