/**
 * The changes that the build makes to Pyodide's module, in order. `leanEmscripten` follows separately, because it
 * changes the module and its script together. The ledger (../ledger.ts) has a row for each change.
 */
import { withGlibcMath } from './glibc-math.ts';
import { withNativeErrno } from './native-errno.ts';
import { withOlderMessages } from './older-messages.ts';
import { withOlderBehaviour } from './older-behaviour.ts';
import { withOlderObjects } from './older-objects.ts';
import { withPlainSums } from './plain-sums.ts';
import { withCRecursion } from './c-recursion.ts';
import { withLoopChecks } from './loop-checks.ts';
import { withCallTrampolines } from './call-trampolines.ts';
import { withSetOrder } from './set-order.ts';
import { withWideFormats } from './wide-formats.ts';
import { withWideHash } from './wide-hash.ts';

/** The steps, by the names of their files. */
export const MODULE_STEPS = {
  'plain-sums': withPlainSums,
  'older-behaviour': withOlderBehaviour,
  'older-messages': withOlderMessages,
  // Must follow `older-messages`, which depends on the order of the code.
  'older-objects': withOlderObjects,
  'glibc-math': withGlibcMath,
  'wide-hash': withWideHash,
  'set-order': withSetOrder,
  'wide-formats': withWideFormats,
  // Must precede `c-recursion`, which moves the interpreter's loop.
  'loop-checks': withLoopChecks,
  'c-recursion': withCRecursion,
  'native-errno': withNativeErrno,
  // Must follow the steps that link functions, because it redirects calls in the code that they produce.
  'call-trampolines': withCallTrampolines,
} as const satisfies Record<string, (wasm: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>>;

/**
 * Applies all steps to the interpreter's module.
 * @param wasm Pyodide's original interpreter; it may be modified
 * @throws when a step does not find the expected code, for example in another version of Pyodide (UPGRADING.md)
 */
export function changedModule(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Object.values(MODULE_STEPS).reduce((changedWasm, step) => step(changedWasm), wasm);
}
