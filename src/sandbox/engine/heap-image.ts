/**
 * An image of the interpreter's memory, captured and restored in place. A restore of 13 MB takes about a millisecond; a
 * new worker takes 300 ms. The image has two regions: the static data below the C stack, and the memory from the stack
 * pointer to the program break, both rounded to whole pages. The unused part of the stack in between is skipped. Memory
 * never shrinks; memory above the break is unused, and wiped.
 */
import { makeWipe, nextPage, PAGE_BYTES, type Wipe } from './memory-wipe.ts';
import type { EmscriptenModule } from './pyodide-internals.ts';
import { Bytes, copyBytes, viewOf } from './primordials.ts';

interface Region {
  readonly address: number;
  readonly bytes: Uint8Array;
}

/**
 * Extra capacity of the buffer in bytes, because the next image may be slightly larger. Pages that are never
 * written cost no memory.
 */
const SLACK_BYTES = 8 << 20;
const NO_REGION: Region = { address: 0, bytes: new Bytes(0) };

export class HeapImage {
  readonly #module: EmscriptenModule;
  readonly #wipe: Wipe;
  /** The bytes of both regions. */
  #image = new Bytes(0);
  #lowRegion = NO_REGION;
  #highRegion = NO_REGION;
  #stackPointer = 0;
  /** The externref slots of Pyodide's object table, which is outside linear memory. */
  #references: unknown[] = [];

  /** @param heap the interpreter's memory */
  constructor(module: EmscriptenModule, heap: WebAssembly.Memory) {
    this.#module = module;
    this.#wipe = makeWipe(heap);
  }

  capture(): void {
    const module = this.#module;
    this.#stackPointer = module.___stack_pointer.value as number;
    const lowBytes = nextPage(module._emscripten_stack_get_end());
    const highStart = this.#stackPointer & -PAGE_BYTES;
    const highBytes = nextPage(module._sbrk(0)) - highStart;
    if (lowBytes + highBytes > this.#image.length)
      this.#image = new Bytes(lowBytes + highBytes + SLACK_BYTES);
    this.#lowRegion = { address: 0, bytes: viewOf(this.#image, 0, lowBytes) };
    this.#highRegion = { address: highStart, bytes: viewOf(this.#image, lowBytes, lowBytes + highBytes) };
    const heap = module.HEAPU8;
    for (const { address, bytes } of [this.#lowRegion, this.#highRegion])
      copyBytes(bytes, viewOf(heap, address, address + bytes.length), 0);
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
   * Restores the image, and wipes the memory between the break of the image and the current one, which C code could
   * read. The break is never lowered, because the allocator of this build never trims. So only code that reached
   * beyond Python can have written above it, and the worker of such code is replaced.
   * @param wipeStack whether to wipe the unused part of the stack too, before the next submission
   */
  restore(wipeStack: boolean): void {
    const module = this.#module;
    const heap = module.HEAPU8;
    const { address, bytes } = this.#highRegion;
    const heapTop = Math.min(nextPage(module._sbrk(0)), heap.length);
    this.#wipe(address + bytes.length, heapTop);
    if (wipeStack) this.#wipe(this.#lowRegion.bytes.length, address);
    copyBytes(heap, this.#lowRegion.bytes, 0);
    copyBytes(heap, bytes, address);
    module.___stack_pointer.value = this.#stackPointer;
    for (let index = 0; index < this.#references.length; index++) {
      module.__hiwire_set(index, this.#references[index]);
    }
  }
}
