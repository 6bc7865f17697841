/**
 * The function `bootMemory` that workers/snapshot.worker.ts defines and the build calls. It takes the module and the
 * standard library, both uncompressed, and returns the packed snapshot.
 */
export type BootMemory = (
  wasm: Uint8Array<ArrayBuffer>,
  library: ArrayBuffer,
) => Promise<Uint8Array<ArrayBuffer>>;
