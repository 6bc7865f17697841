/** Zeroes memory, but does not write to pages that are zero. The system allocates a page at its first write. */
import { embeddedModule } from '../../base/embedded-module.ts';
import { MEMORY_WIPE } from './memory-wipe-module.ts';
import { PAGE_BYTES } from './memory-pages.ts';

/**
 * @param from address of the first byte, a multiple of 4096
 * @param to address after the last byte, a multiple of 4096
 */
export type Wipe = (from: number, to: number) => void;

export function makeWipe(heap: WebAssembly.Memory): Wipe {
  const { exports } = new WebAssembly.Instance(embeddedModule(MEMORY_WIPE), { allpass: { heap } });
  const wipe = exports['wipe'] as (address: number, pages: number) => void;
  return (from, to) => {
    if (to > from) wipe(from, (to - from) / PAGE_BYTES);
  };
}
