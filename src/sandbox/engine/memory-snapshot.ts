/**
 * A memory snapshot as it is kept and handed on: the pages that differ from what the module itself puts into
 * fresh memory, a third of the whole. It fits only the module and the table of functions it was made with.
 *
 * Layout, in 32-bit words: magic, bytes of Pyodide's head, pages of memory, pages that the module fills, slots of the
 * table, runs; then first page and length of each run; then the head; then the runs' pages.
 */

import { makeWipe } from './memory-wipe.ts';
import { nextPage } from './memory-pages.ts';

const MAGIC = 0x3150_4c41;
const HEAD_WORDS = 6;
const PAGE_BYTES = 1024;

/** A copy of the pages that are not zeros to the end. */
export function filledPart(memory: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return memory.slice(0, pagesUntilZeros(memory) * PAGE_BYTES);
}

/**
 * @param snapshot as Pyodide makes it: a head that says its own length in the second word, then all memory
 * @param fresh the filled part of a new instance's memory, before anything ran in it
 * @param slots of the table of functions, whose numbers memory holds
 */
export function packSnapshot(
  snapshot: Uint8Array<ArrayBuffer>,
  fresh: Uint8Array<ArrayBuffer>,
  slots: number,
): Uint8Array<ArrayBuffer> {
  const headBytes = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1]!;
  const memory = snapshot.subarray(headBytes);
  const filled = pagesUntilZeros(fresh);
  // Pages that the module fills must be overwritten, even with zeros.
  const pages = Math.max(filled, pagesUntilZeros(memory));
  const runs: number[] = [];
  const parts: Uint8Array[] = [];
  for (let page = 0; page < pages; page++) {
    if (isSamePage(memory, fresh, page * PAGE_BYTES)) continue;
    if (runs.length > 0 && runs.at(-2)! + runs.at(-1)! === page) runs.push(runs.pop()! + 1);
    else runs.push(page, 1);
    parts.push(memory.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES));
  }
  const words = [MAGIC, headBytes, pages, filled, slots, runs.length / 2, ...runs];
  const packed = new Uint8Array(words.length * 4 + headBytes + parts.length * PAGE_BYTES);
  new Uint32Array(packed.buffer, 0, words.length).set(words);
  packed.set(snapshot.subarray(0, headBytes), words.length * 4);
  let at = words.length * 4 + headBytes;
  for (const part of parts) {
    packed.set(part, at);
    at += PAGE_BYTES;
  }
  return packed;
}

export interface Unpacking {
  /** The bytes that Pyodide takes for a snapshot: its head, and no memory. */
  readonly head: Uint8Array;
  readonly slots: number;
  /** @param memory of the new instance, before anything ran in it; what the module filled is copied */
  keepFresh(memory: Uint8Array): void;
  /**
   * Makes the instance's memory the snapshot's. Pages that are zeros in both are not written: see memory-wipe.ts.
   * @param end address behind all that may have been written since; what lies beyond is not even looked at, since
   *   a page that is read is one that the system has to find
   * @throws RangeError when it is too small
   */
  restore(memory: WebAssembly.Memory, end: number): void;
}

/** @throws RangeError when the bytes are not what `packSnapshot` made */
export function unpackSnapshot(packed: ArrayBuffer): Unpacking {
  if (packed.byteLength < HEAD_WORDS * 4) throw new RangeError('the memory snapshot is cut short');
  const words = new Uint32Array(packed, 0, HEAD_WORDS);
  const [magic, headBytes = 0, pages = 0, filled = 0, slots = 0, runCount = 0] = words;
  if (magic !== MAGIC) throw new RangeError('the memory snapshot is not one');
  const runs = new Uint32Array(packed, HEAD_WORDS * 4, runCount * 2);
  const headAt = HEAD_WORDS * 4 + runs.byteLength;
  const held = runs.reduce((sum, word, at) => sum + (at % 2) * word, 0) * PAGE_BYTES;
  if (packed.byteLength !== headAt + headBytes + held)
    throw new RangeError('the memory snapshot is cut short');
  let fresh = new Uint8Array(0);
  return {
    head: new Uint8Array(packed, headAt, headBytes),
    slots,
    keepFresh(memory) {
      fresh = memory.slice(0, filled * PAGE_BYTES);
    },
    restore(memory, end) {
      const bytes = new Uint8Array(memory.buffer);
      if (pages * PAGE_BYTES > bytes.length) throw new RangeError('the memory snapshot is too large');
      bytes.set(fresh);
      // Bytes that were written since, outside of the ranges below.
      const wiped = nextPage(fresh.length);
      bytes.fill(0, fresh.length, wiped);
      makeWipe(memory)(wiped, nextPage(end));
      let at = headAt + headBytes;
      for (let run = 0; run < runCount; run++) {
        const length = runs[run * 2 + 1]! * PAGE_BYTES;
        bytes.set(new Uint8Array(packed, at, length), runs[run * 2]! * PAGE_BYTES);
        at += length;
      }
      fresh = new Uint8Array(0);
    },
  };
}

/** Beyond the end of `fresh` there are zeros. */
function isSamePage(memory: Uint8Array, fresh: Uint8Array, from: number): boolean {
  for (let at = from; at < from + PAGE_BYTES; at++) {
    if (memory[at] !== (at < fresh.length ? fresh[at] : 0)) return false;
  }
  return true;
}

function pagesUntilZeros(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return Math.ceil(end / PAGE_BYTES);
}
