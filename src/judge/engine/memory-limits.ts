/**
 * Caps on memory. WebAssembly memory is defined inside Pyodide's module, and Emscripten grows it from
 * JavaScript only, so the cap is a check before `Memory.grow`: Python sees a clean MemoryError. Files
 * live in JavaScript arrays outside that memory and have a cap of their own.
 */
import type { EmscriptenModule, FileNode } from './pyodide-internals.ts';

const { apply } = Reflect;
const PAGE_BYTES = 65_536;
const FILE_BYTES = 64 << 20;
/** ENOSPC in Emscripten's numbering. */
const NO_SPACE = 51;

export class MemoryLimits {
  #heapLimit = 4 * 1024 ** 3;
  #fileBytes = 0;

  /** Must come before Pyodide loads. */
  constructor() {
    const prototype = WebAssembly.Memory.prototype;
    const { grow } = prototype;
    const readBuffer = Object.getOwnPropertyDescriptor(prototype, 'buffer')!.get!;
    const allows = (memory: WebAssembly.Memory, pages: number) => {
      const current = apply(readBuffer, memory, []) as ArrayBuffer;
      return current.byteLength + pages * PAGE_BYTES <= this.#heapLimit;
    };
    prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
      if (!allows(this, pages)) throw new RangeError('memory limit');
      return apply(grow, this, [pages]) as number;
    };
  }

  limitHeap(bytes: number): void {
    this.#heapLimit = bytes;
  }

  reset(): void {
    this.#fileBytes = 0;
  }

  /** Counts the bytes that files gain; `reset` belongs to a restore, which drops those files. */
  capFiles(module: EmscriptenModule): void {
    const { MEMFS, FS } = module;
    const count = (node: FileNode, size: number) => {
      const held = node.contents as Uint8Array | null | undefined;
      this.#fileBytes += Math.max(0, size - (held?.length ?? 0));
      if (this.#fileBytes > FILE_BYTES) throw new FS.ErrnoError(NO_SPACE);
    };
    for (const name of ['expandFileStorage', 'resizeFileStorage'] as const) {
      const original = MEMFS[name];
      MEMFS[name] = (node, size) => {
        count(node, size);
        apply(original, MEMFS, [node, size]);
      };
    }
    // The first write to an empty file takes a shortcut past both.
    const operations = MEMFS.ops_table.file.stream;
    const { write } = operations;
    operations.write = (stream, buffer, offset, length, position, canOwn) => {
      if (stream.node.usedBytes === 0 && position === 0) count(stream.node, length);
      return apply(write, operations, [stream, buffer, offset, length, position, canOwn]) as number;
    };
  }
}
