/**
 * Restores the behaviour of Python 3.11 in four cases, by changes to a few bytes of the interpreter's module:
 * - A comprehension without a column number in its syntax tree runs in a separate frame, as all did before PEP 709.
 *   src/sandbox/harness/framing.py decides which comprehensions those are.
 * - `NotImplemented` is true as a condition.
 * - The `repr` of an `OrderedDict` contains a list of pairs.
 * - A format accepts no separator after the precision.
 */
import { withCall } from './linked-functions.ts';
import { onlyOne, offsetsOf } from './wasm-bytes.ts';
import { WasmParts } from './wasm-parts.ts';
import { constantCode, WasmTexts } from './wasm-text.ts';

/** Offset of `tp_repr` in a type, in bytes. */
const TYPE_REPR = 44;

/**
 * The change in `analyze_block` (Python/symtable.c). A comprehension is inlined if
 * `entry->ste_comprehension && !entry->ste_generator && !ste->ste_can_see_class_scope`.
 * The last condition becomes `entry->ste_loc.col_offset >= 0`.
 */
const INLINED_CODE = {
  what: 'decides in which frame a comprehension runs',
  now: '280234450d001a410020072d0030410171 0d001a20002d0038 41800171450b',
  before: '280234450d001a410020072d0030410171 0d001a20072802 4841004e01010b',
};

/**
 * The change in `notimplemented_bool` (Objects/object.c), after the address of its message: `PyErr_SetString(…);
 * return -1` becomes `drop, drop, 1`.
 */
const REFUSED_CODE = {
  what: 'refuses NotImplemented as a condition',
  now: '10a020 417f0b',
  before: '1a1a01 41010b',
};

/**
 * The changes in `parse_internal_render_format_spec` (Python/formatter_unicode.c), for separators after the precision.
 * The characters that it looks for become -1, which no character equals.
 */
const SEPARATOR_CHANGES = [
  {
    what: 'takes a comma behind the precision of a format',
    now: '412c460440 200745 0440 200b 417f 360200',
    before: '417f460440 200745 0440 200b 417f 360200',
  },
  {
    what: 'takes an underscore behind the precision of a format',
    now: '41df00460440 2004280220 0440',
    before: '41ff7f460440 2004280220 0440',
  },
];

/**
 * Restores the behaviour of Python 3.11 in the cases listed above.
 * @param wasm Pyodide's interpreter, which is modified; the result has further changes
 * @throws when it does not contain exactly the expected code
 */
export function withOlderBehaviour(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const refusal = new WasmTexts(bytes).find('NotImplemented should not be used in a boolean context\0');
  replaceText(bytes, INLINED_CODE);
  replaceText(bytes, REFUSED_CODE, constantCode(refusal.address));
  for (const separator of SEPARATOR_CHANGES) replaceText(bytes, separator);
  // Objects/odictobject.c, `odict_repr`: replaces the call for the content of the parentheses.
  const parts = new WasmParts(wasm);
  const texts = new WasmTexts(bytes);
  const reprAddress = texts.word(parts.addressOf('PyODict_Type') + TYPE_REPR);
  return withCall(wasm, parts.inTable(reprAddress), 'PyDict_Copy', 'PyMapping_Items');
}

function replaceText(
  bytes: Buffer,
  { what, now, before }: typeof INLINED_CODE,
  prefix: Buffer = Buffer.alloc(0),
): void {
  const code = Buffer.concat([prefix, ofHex(now)]);
  const at = onlyOne(
    offsetsOf(bytes, code),
    (count) => `the interpreter ${what} in ${count === 0 ? 'no place that is known' : 'more than one place'}`,
  );
  ofHex(before).copy(bytes, at + prefix.length);
}

function ofHex(text: string): Buffer {
  return Buffer.from(text.replaceAll(' ', ''), 'hex');
}
