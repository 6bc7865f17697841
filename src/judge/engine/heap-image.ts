/**
 * An image of the interpreter's memory, taken in place and put back in place: about a millisecond for
 * 15 MB, against 300 ms for a new worker. Two regions hold everything: static data below the C stack,
 * and what lies between the stack pointer and the program break. The dead part of the stack in between
 * is skipped. Memory never shrinks; what lies above the break is dead, and wiped.
 */
import type { EmscriptenModule } from './pyodide-internals.ts';
import { Bytes, copyBytes, viewOf, zeroBytes } from './primordials.ts';

interface Region {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/** Slack for a buffer that will hold the next, slightly larger image: new pages cost 50 ms, a copy 1 ms. */
const SLACK_BYTES = 8 << 20;

export class HeapImage {
  readonly #module: EmscriptenModule;
  #regions: Region[] = [];
  #buffers: Uint8Array[] = [];
  #stackPointer = 0;
  /** Externref slots of Pyodide's object table; the table is outside linear memory. */
  #references: unknown[] = [];

  constructor(module: EmscriptenModule) {
    this.#module = module;
  }

  capture(): void {
    const module = this.#module;
    this.#stackPointer = module.___stack_pointer.value as number;
    const bounds: readonly [number, number][] = [
      [0, module._emscripten_stack_get_end()],
      [this.#stackPointer & ~15, module._sbrk(0)],
    ];
    const heap = module.HEAPU8;
    this.#regions = bounds.map(([from, to], index) => {
      const bytes = viewOf(this.#bufferFor(index, to - from), 0, to - from);
      copyBytes(bytes, viewOf(heap, from, to), 0);
      return { address: from, bytes };
    });
    this.#references = [];
    const count = module._hiwire_num_refs?.() ?? 16;
    for (let index = 0; index < count; index++) {
      try {
        this.#references.push(module.__hiwire_get(index));
      } catch {
        break;
      }
    }
  }

  /**
   * Puts the image back. What a program left above the break is wiped: it was readable from C.
   * @param wipe wipe the dead part of the stack and all memory above the break too, as befits another
   *   submission; it costs a few milliseconds
   */
  restore(wipe: boolean): void {
    const module = this.#module;
    const heap = module.HEAPU8;
    const [low, high] = this.#regions as [Region, Region];
    const end = high.address + high.bytes.length;
    zeroBytes(heap, end, wipe ? heap.length : module._sbrk(0));
    if (wipe) zeroBytes(heap, low.address + low.bytes.length, high.address);
    for (let index = 0; index < this.#regions.length; index++) {
      const region = this.#regions[index]!;
      copyBytes(heap, region.bytes, region.address);
    }
    module.___stack_pointer.value = this.#stackPointer;
    for (let index = 0; index < this.#references.length; index++) {
      module.__hiwire_set(index, this.#references[index]);
    }
  }

  #bufferFor(index: number, size: number): Uint8Array {
    const known = this.#buffers[index];
    if (known !== undefined && known.length >= size) return known;
    // Filled with ones, so that the pages exist before the first copy is timed.
    const fresh = new Bytes(size + (index === 0 ? 0 : SLACK_BYTES)).fill(1);
    this.#buffers[index] = fresh;
    return fresh;
  }
}
