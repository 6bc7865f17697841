/**
 * The worker in which the build creates the initial memory of all workers. It boots Python without a snapshot, and
 * returns a snapshot of the result. See src/sandbox/build/boot-memory.ts for where it runs.
 */
import { filledPart, packSnapshot } from '../src/sandbox/engine/memory-snapshot.ts';
import type { BootMemory } from '../src/sandbox/protocol/build-snapshot.ts';
import { startInterpreter } from './interpreter.ts';

const bootMemory: BootMemory = async (wasm, library) => {
  let freshMemory = new Uint8Array(0);
  const boot = { module: await WebAssembly.compile(wasm), snapshot: null, hashSeed: 0, packages: [] };
  const { pyodide, slots } = await startInterpreter(
    boot,
    Promise.resolve(library),
    () => undefined,
    (memory) => (freshMemory = filledPart(memory)),
  );
  return packSnapshot(pyodide.makeMemorySnapshot(), freshMemory, slots());
};
Object.assign(globalThis, { bootMemory });
