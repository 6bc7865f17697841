/**
 * The packed format of a memory snapshot: only the pages that differ from the initial memory of the module, about a
 * third of all pages. A snapshot fits only the module and the function table that it was made with.
 *
 * Layout, in 32-bit words: magic number, length of Pyodide's head in bytes, number of pages of memory, number of
 * pages that the module fills, number of table slots, number of runs of consecutive pages; then the first page and
 * the length of each run; then the head; then the pages of the runs.
 */

import { makeWipe, nextPage } from './memory-wipe.ts';

const MAGIC = 0x3150_4c41;
const HEAD_WORDS = 6;
const PAGE_BYTES = 1024;

/** Returns a copy of memory without the pages at the end that contain only zeros. */
export function filledPart(memory: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return memory.slice(0, pagesUntilZeros(memory) * PAGE_BYTES);
}

/**
 * @param snapshot a snapshot of Pyodide: a head, whose second word is its length, then all memory
 * @param freshMemory the filled part of the memory of a new instance, before any code ran in it
 * @param slots number of slots of the function table; memory contains slot numbers
 */
export function packSnapshot(
  snapshot: Uint8Array<ArrayBuffer>,
  freshMemory: Uint8Array<ArrayBuffer>,
  slots: number,
): Uint8Array<ArrayBuffer> {
  const headBytes = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1]!;
  const memory = snapshot.subarray(headBytes);
  const filledPages = pagesUntilZeros(freshMemory);
  // Pages that the module fills must be overwritten, even with zeros.
  const pages = Math.max(filledPages, pagesUntilZeros(memory));
  const runs: number[] = [];
  const changedPages: Uint8Array[] = [];
  for (let page = 0; page < pages; page++) {
    if (isSamePage(memory, freshMemory, page * PAGE_BYTES)) continue;
    if (runs.length > 0 && runs.at(-2)! + runs.at(-1)! === page) runs.push(runs.pop()! + 1);
    else runs.push(page, 1);
    changedPages.push(memory.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES));
  }
  const words = [MAGIC, headBytes, pages, filledPages, slots, runs.length / 2, ...runs];
  const packedBytes = new Uint8Array(words.length * 4 + headBytes + changedPages.length * PAGE_BYTES);
  new Uint32Array(packedBytes.buffer, 0, words.length).set(words);
  packedBytes.set(snapshot.subarray(0, headBytes), words.length * 4);
  let at = words.length * 4 + headBytes;
  for (const pageBytes of changedPages) {
    packedBytes.set(pageBytes, at);
    at += PAGE_BYTES;
  }
  return packedBytes;
}

export interface Unpacking {
  /** The bytes to pass to Pyodide as a snapshot: the head without memory. */
  readonly head: Uint8Array;
  readonly slots: number;
  /** Copies the filled part of the memory of a new instance. Must be called before any code runs in it. */
  keepFresh(memory: Uint8Array): void;
  /**
   * Restores the snapshot into the instance's memory. Pages that are zeros in both are not written: see
   * memory-wipe.ts.
   * @param end address after the last byte that may have been written since the instance started. Memory beyond it
   *   is not read, because the system must allocate each page that is read.
   * @throws RangeError when the memory is too small
   */
  restore(memory: WebAssembly.Memory, end: number): void;
}

/** @throws RangeError if the bytes do not have the format of `packSnapshot` */
export function unpackSnapshot(packedBytes: ArrayBuffer): Unpacking {
  if (packedBytes.byteLength < HEAD_WORDS * 4) throw new RangeError('the memory snapshot is cut short');
  const words = new Uint32Array(packedBytes, 0, HEAD_WORDS);
  const [magic, headBytes = 0, pages = 0, filledPages = 0, slots = 0, runCount = 0] = words;
  if (magic !== MAGIC) throw new RangeError('the memory snapshot is not one');
  const runs = new Uint32Array(packedBytes, HEAD_WORDS * 4, runCount * 2);
  const headAt = HEAD_WORDS * 4 + runs.byteLength;
  const pageBytes = runs.reduce((sum, word, at) => sum + (at % 2) * word, 0) * PAGE_BYTES;
  if (packedBytes.byteLength !== headAt + headBytes + pageBytes)
    throw new RangeError('the memory snapshot is cut short');
  let freshMemory = new Uint8Array(0);
  return {
    head: new Uint8Array(packedBytes, headAt, headBytes),
    slots,
    keepFresh(memory) {
      freshMemory = memory.slice(0, filledPages * PAGE_BYTES);
    },
    restore(memory, end) {
      const bytes = new Uint8Array(memory.buffer);
      if (pages * PAGE_BYTES > bytes.length) throw new RangeError('the memory snapshot is too large');
      bytes.set(freshMemory);
      // Clears bytes that were written after the start of the instance and that no run overwrites.
      const wipeEnd = nextPage(freshMemory.length);
      bytes.fill(0, freshMemory.length, wipeEnd);
      makeWipe(memory)(wipeEnd, nextPage(end));
      let at = headAt + headBytes;
      for (let run = 0; run < runCount; run++) {
        const length = runs[run * 2 + 1]! * PAGE_BYTES;
        bytes.set(new Uint8Array(packedBytes, at, length), runs[run * 2]! * PAGE_BYTES);
        at += length;
      }
      freshMemory = new Uint8Array(0);
    },
  };
}

/** Compares one page. Bytes beyond the end of `freshMemory` count as zeros. */
function isSamePage(memory: Uint8Array, freshMemory: Uint8Array, pageStart: number): boolean {
  for (let at = pageStart; at < pageStart + PAGE_BYTES; at++) {
    if (memory[at] !== (at < freshMemory.length ? freshMemory[at] : 0)) return false;
  }
  return true;
}

function pagesUntilZeros(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return Math.ceil(end / PAGE_BYTES);
}
