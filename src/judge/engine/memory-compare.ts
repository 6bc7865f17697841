/** Which pages of the interpreter's memory differ from its image: SIMD over both memories where there is such. */
import { embeddedModule } from '../../base/embedded-module.ts';
import { MEMORY_COMPARE } from './memory-compare-module.ts';
import { PAGE_BYTES } from './written-pages.ts';

/**
 * Writes one byte a page into the image's memory, from `flags` on: 1 where the page differs.
 * @param address of the first page in the heap, a multiple of 64
 * @param offset of its counterpart in the image, a multiple of 64
 * @returns how many differ
 */
export type Differing = (address: number, offset: number, pages: number, flags: number) => number;

/** Compiled with the script: a worker that runs programs has lost by then what it takes (worker-globals.ts). */
const MODULE = moduleOrNull();

export function makeComparer(heap: WebAssembly.Memory, image: WebAssembly.Memory): Differing {
  if (MODULE === null) return wordComparer(heap, image);
  return new WebAssembly.Instance(MODULE, { allpass: { heap, image } }).exports['differing'] as Differing;
}

/** null in a browser that knows one memory a module: word by word is five times as slow, and as exact. */
function moduleOrNull(): WebAssembly.Module | null {
  try {
    return embeddedModule(MEMORY_COMPARE);
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return null;
    throw error;
  }
}

/** As the module does it, word by word. */
export function wordComparer(heap: WebAssembly.Memory, image: WebAssembly.Memory): Differing {
  return (address, offset, pages, flags) => {
    // Taken anew each time: growing replaces the buffer.
    const [left, right] = [new Int32Array(heap.buffer), new Int32Array(image.buffer)];
    const marks = new Uint8Array(image.buffer);
    let count = 0;
    for (let page = 0; page < pages; page++) {
      const from = (address + page * PAGE_BYTES) / 4;
      const shift = (offset - address) / 4;
      let differs = 0;
      for (let index = from; index < from + PAGE_BYTES / 4; index++) {
        if (left[index] !== right[index + shift]) {
          differs = 1;
          break;
        }
      }
      marks[flags + page] = differs;
      count += differs;
    }
    return count;
  };
}
