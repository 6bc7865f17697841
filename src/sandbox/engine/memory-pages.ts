/** The page size of memory images, in bytes. WebAssembly's own pages are 16 times as large. */
export const PAGE_BYTES = 4096;

/** Returns the start of the next whole page, or `address` itself if it is the start of a page. */
export function nextPage(address: number): number {
  return Math.ceil(address / PAGE_BYTES) * PAGE_BYTES;
}
