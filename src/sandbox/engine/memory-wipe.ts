/**
 * Zeroes memory without writing to pages that are already zero, because the system allocates a page at its first write.
 */
import { embeddedModule } from '../../base/embedded-module.ts';
import { MEMORY_WIPE } from './memory-wipe-module.ts';

/**
 * @param from address of the first byte to wipe, a multiple of 4096
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

/** The page size of memory images, in bytes. WebAssembly's own pages are 16 times as large. */
export const PAGE_BYTES = 4096;

/** Returns the start of the next whole page, or `address` itself if it is the start of a page. */
export function nextPage(address: number): number {
  return Math.ceil(address / PAGE_BYTES) * PAGE_BYTES;
}
