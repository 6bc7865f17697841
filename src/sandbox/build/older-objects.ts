/**
 * Makes objects behave as in Python 3.11 (the code is in older-objects.wat): slices have no hash, class methods can
 * wrap properties, documentation keeps its indentation, complex arithmetic treats a real number as one with an
 * imaginary part of zero, and a `partial` in a class is not a method.
 */
import { withFunctions } from './linked-functions.ts';
import { OLDER_OBJECTS } from './wasm-modules.ts';
import { onlyOne, offsetsOf } from './wasm-bytes.ts';
import { WasmParts } from './wasm-parts.ts';
import { WasmTexts } from './wasm-text.ts';

/** Offsets in a type, in bytes. */
const TYPE = { numbers: 48, hash: 60, descriptorGet: 136 } as const;
/** Offsets in a `PyNumberMethods`, in bytes. */
const NUMBERS = { add: 0, subtract: 4, multiply: 8, trueDivide: 120 } as const;
/** Bytes from the name to the slots in a `PyType_Spec`. */
const SLOTS_BEHIND_NAME = 16;
/** The number of `Py_tp_descr_get` in the slots of a `PyType_Spec`. In each slot, the function follows the number. */
const GET_SLOT = 54;
const SLOT_BYTES = 8;

/** Help text of the command line, which a browser does not use. METHOD_NAMES overwrite its end, native-errno.ts its start. */
const OVERWRITTEN_HELP = 'Try `python -h';
const METHOD_NAMES = ['__enter__', '__aenter__'] as const;

/**
 * Links the functions of older-objects.wat, which restore the behaviour of 3.11.
 * @param wasm Pyodide's interpreter, which is modified; the result has further changes
 * @throws when it does not contain the expected functions and strings
 */
export function withOlderObjects(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const data = new WasmTexts(bytes);
  takeGetOfPartial(bytes, data);
  const roomText = data.find(OVERWRITTEN_HELP);
  const names = METHOD_NAMES.join('\0');
  const start = roomText.length - names.length;
  bytes.write(names, roomText.offset + start, 'latin1');
  const enterAddress = roomText.address + start;
  const addresses = { enter: enterAddress, aenter: enterAddress + METHOD_NAMES[0].length + 1 };
  const functionOf = (type: string, offset: number): number =>
    parts.inTable(data.word(parts.addressOf(type) + offset));
  const numbers = data.word(parts.addressOf('PyComplex_Type') + TYPE.numbers);
  const functions = {
    complex_sum: parts.inTable(data.word(numbers + NUMBERS.add)),
    complex_difference: parts.inTable(data.word(numbers + NUMBERS.subtract)),
    complex_product: parts.inTable(data.word(numbers + NUMBERS.multiply)),
    complex_quotient: parts.inTable(data.word(numbers + NUMBERS.trueDivide)),
    code_hash: functionOf('PyCode_Type', TYPE.hash),
    slice_hash: functionOf('PySlice_Type', TYPE.hash),
    class_method: functionOf('PyClassMethod_Type', TYPE.descriptorGet),
  };
  return withFunctions(wasm, Uint8Array.from(Buffer.from(OLDER_OBJECTS, 'base64')), { addresses, functions });
}

/** Removes a slot from `partial_type_slots` (Modules/_functoolsmodule.c). The slots after it move up. */
function takeGetOfPartial(bytes: Buffer, data: WasmTexts): void {
  const slots: number[] = [];
  let at = data.word(data.referenceTo('functools.partial\0') + SLOTS_BEHIND_NAME);
  for (; data.word(at) !== 0; at += SLOT_BYTES) slots.push(data.word(at), data.word(at + 4));
  const firstSlot = slots.findIndex((number, index) => index % 2 === 0 && number === GET_SLOT);
  if (firstSlot === -1) throw new Error('the interpreter’s partial is no method');
  // The file may not contain the zeros at the end of the slots.
  const oldSlots = wordsOf(slots.slice(firstSlot)).subarray(0, -2);
  const slotsOffset = onlyOne(
    offsetsOf(bytes, oldSlots),
    (count) => `the interpreter has the slots of partial in ${count} places, 1 expected`,
  );
  wordsOf([...slots.slice(firstSlot + 2), 0, 0]).copy(bytes, slotsOffset, 0, oldSlots.length);
}

function wordsOf(words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * words.length);
  words.forEach((word, at) => bytes.writeUInt32LE(word, 4 * at));
  return bytes;
}
