/** Pages as images of memory count them. WebAssembly's own pages are 16 times as large. */
export const PAGE_BYTES = 4096;

/** The address where the next whole page begins: `address` itself, if it is at the start of a page. */
export function nextPage(address: number): number {
  return Math.ceil(address / PAGE_BYTES) * PAGE_BYTES;
}
