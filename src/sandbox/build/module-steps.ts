/**
 * Everything that the build does to Pyodide's module, in order. `leanEmscripten` comes behind these, since it changes the
 * module and its script together. The ledger (../ledger.ts) has a row for each.
 */
import { withGlibcMath } from './glibc-math.ts';
import { withNativeErrno } from './native-errno.ts';
import { withOlderMessages } from './older-messages.ts';
import { withOlderBehaviour } from './older-behaviour.ts';
import { withOlderObjects } from './older-objects.ts';
import { withPlainSums } from './plain-sums.ts';
import { withCRecursion } from './c-recursion.ts';
import { withCallTrampolines } from './call-trampolines.ts';
import { withSetOrder } from './set-order.ts';
import { withWideFormats } from './wide-formats.ts';
import { withWideHash } from './wide-hash.ts';

/** By the name of the file that each stands in. */
export const MODULE_STEPS = {
  'plain-sums': withPlainSums,
  'older-behaviour': withOlderBehaviour,
  'older-messages': withOlderMessages,
  // Behind the messages, which know the order of the code.
  'older-objects': withOlderObjects,
  'glibc-math': withGlibcMath,
  'wide-hash': withWideHash,
  'set-order': withSetOrder,
  'wide-formats': withWideFormats,
  'c-recursion': withCRecursion,
  'native-errno': withNativeErrno,
  // Behind those that link functions in: it leads the calls of what the others have left.
  'call-trampolines': withCallTrampolines,
} as const satisfies Record<string, (wasm: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>>;

/**
 * @param wasm Pyodide's interpreter as it is shipped; it may be changed in place
 * @throws when a step does not find what it knows: another version of Pyodide (UPGRADING.md)
 */
export function changedModule(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Object.values(MODULE_STEPS).reduce((changed, step) => step(changed), wasm);
}
