/**
 * Makes the 32-bit interpreter use hashes of 64 bits (see wide-hash.wat). With hashes modulo 2³¹ - 1, keys like `x <<
 * 31 | y` collide for a whole grid, and the order of a set differs from that on the machines of graders.
 */
import { withFunctions } from './linked-functions.ts';
import { CALL, operatorsOf, WasmParts } from './wasm-parts.ts';
import { WasmTexts } from './wasm-text.ts';
import { WIDE_HASH } from './wasm-modules.ts';

/** Offset of `tp_hash` in a type, in bytes. */
const TYPE_HASH = 60;
/** Offset of `tp_as_sequence` in a type, in bytes. */
const TYPE_SEQUENCE = 52;
/** Offset of `sq_contains` in a `PySequenceMethods`, in bytes. */
const CONTAINS_OFFSET = 28;
/** Bytes from the function to the documentation, in a `PyMethodDef` and in the definition of a slot. */
const METHOD_BEFORE_TEXT = 8;
const SLOT_BEFORE_TEXT = 8;
/** Bytes from the name to the slots in a `PyType_Spec`. */
const SLOTS_BEHIND_NAME = 16;
/** The number of `Py_tp_hash` in the slots of a `PyType_Spec`. */
const HASH_SLOT = 59;

/** Types whose hash function is replaced. */
const TYPES = ['PyLong_Type', 'PyComplex_Type', 'PyTuple_Type', 'PyFrozenSet_Type'];

/**
 * Links the functions of wide-hash.wat, which compute 64-bit hashes.
 * @param wasm Pyodide's interpreter
 * @throws when it does not contain the expected functions
 */
export function withWideHash(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const data = new WasmTexts(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
  const functionAt = (address: number): number => parts.inTable(data.word(address));
  const containsIndex = calledLast(
    parts,
    functionAt(data.word(parts.addressOf('PySet_Type') + TYPE_SEQUENCE) + CONTAINS_OFFSET),
  );
  const functions = {
    ...Object.fromEntries(TYPES.map((type) => [type, functionAt(parts.addressOf(type) + TYPE_HASH)])),
    hash: functionAt(data.referenceTo('hash($module, obj, /)') - METHOD_BEFORE_TEXT),
    __hash__: functionAt(data.referenceTo('__hash__($self, /)') - SLOT_BEFORE_TEXT),
    decimal: functionAt(hashSlot(data)),
    contains: containsIndex,
    // The function that finds the entry of a key by its hash.
    entry: calledLast(parts, containsIndex),
    remove: functionAt(data.referenceTo('remove($self, object, /)') - METHOD_BEFORE_TEXT),
    discard: functionAt(data.referenceTo('discard($self, object, /)') - METHOD_BEFORE_TEXT),
  };
  return withFunctions(wasm, Uint8Array.from(Buffer.from(WIDE_HASH, 'base64')), { functions });
}

/** Returns the function that `caller` calls last. */
function calledLast(parts: WasmParts, caller: number): number {
  const body = parts.bodies[caller - parts.imports]!;
  const calls = operatorsOf(body).flatMap(({ code, index }) => (code === CALL ? [index] : []));
  const last = calls.at(-1);
  if (last === undefined) throw new Error('the interpreter looks for nothing in a set');
  return last;
}

/** Finds the slot with the hash of `decimal.Decimal`: slots are pairs of a number and a function. */
function hashSlot(data: WasmTexts): number {
  const slots = data.word(data.referenceTo('decimal.Decimal\0') + SLOTS_BEHIND_NAME);
  for (let at = slots; data.word(at) !== 0; at += 8) {
    if (data.word(at) === HASH_SLOT) return at + 4;
  }
  throw new Error('the interpreter’s Decimal has no hash');
}
