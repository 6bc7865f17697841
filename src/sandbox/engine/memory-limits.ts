/**
 * The memory limit. Pyodide's module defines its memory itself, and Emscripten grows it from JavaScript only. So the
 * limit is a check before `Memory.grow`, and Python raises a normal MemoryError.
 */
const { apply } = Reflect;
const PAGE_BYTES = 65_536;

export class MemoryLimits {
  #heapLimit = 4 * 1024 ** 3;

  /** Replaces `Memory.grow` by a version with the limit. Must be called before Pyodide loads. */
  constructor() {
    const prototype = WebAssembly.Memory.prototype;
    const { grow } = prototype;
    const readBuffer = Object.getOwnPropertyDescriptor(prototype, 'buffer')!.get!;
    const isAllowed = (memory: WebAssembly.Memory, pages: number) => {
      const current = apply(readBuffer, memory, []) as ArrayBuffer;
      return current.byteLength + pages * PAGE_BYTES <= this.#heapLimit;
    };
    prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
      if (!isAllowed(this, pages)) throw new RangeError('memory limit');
      return apply(grow, this, [pages]) as number;
    };
  }

  limitHeap(bytes: number): void {
    this.#heapLimit = bytes;
  }
}
