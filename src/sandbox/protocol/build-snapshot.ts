/**
 * Between the build and the worker's code that it runs: what workers/snapshot.worker.ts leaves behind as `bootMemory`.
 * Takes the module and the standard library, both plain, and gives the packed snapshot.
 */
export type BootMemory = (
  wasm: Uint8Array<ArrayBuffer>,
  library: ArrayBuffer,
) => Promise<Uint8Array<ArrayBuffer>>;
