/**
 * Makes sets probe for free entries as with 64-bit hashes. When the probed entries are occupied
 * (Objects/setobject.c, `set_add_entry`), the next position is computed from the hash, which is shifted right by
 * five bits each time. A negative hash of 32 bits becomes zero after fewer shifts than one of 64 bits, so `{-1,
 * -2}` would have a different order than on the machines of graders.
 */
import { WasmParts } from './wasm-parts.ts';
import { leb, WasmReader } from './wasm-bytes.ts';

/** Number of shifts: in `set_add_entry`, `set_table_resize` (two), `set_lookkey` and `set_update_internal`. */
const SHIFT_COUNT = 5;
/** `i32.const 9`, the constant `LINEAR_PROBES`. Hash tables of other kinds do not have it. */
const NEIGHBOURS_CODE = Buffer.from([0x41, 9]);
const LOCAL_SET = 0x21;
const I64 = 0x7e;

/**
 * Makes the shifts of hashes work on 64 bits.
 * @param wasm Pyodide's interpreter
 * @throws when it does not contain the expected number of shifts
 */
export function withSetOrder(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  let shiftCount = 0;
  const bodies = parts.bodies.map((body, at) => {
    if (!body.includes(NEIGHBOURS_CODE)) return body;
    const parameterCount = parts.types[parts.functionTypes[at]!]![1]!;
    const widenedFunction = withWideShifts(body, parameterCount);
    shiftCount += widenedFunction.shiftCount;
    return widenedFunction.body;
  });
  if (shiftCount !== SHIFT_COUNT)
    throw new Error(`the interpreter has ${shiftCount} places where a set looks on, not ${SHIFT_COUNT}`);
  return parts.moduleWith({ bodies });
}

function withWideShifts(
  body: Buffer,
  parameterCount: number,
): { readonly body: Buffer; readonly shiftCount: number } {
  const { end, count, groups } = localsOf(body);
  const wideLocal = parameterCount + count;
  const pieces = [
    Buffer.from(leb(groups + 1)),
    body.subarray(leb(groups).length, end),
    Buffer.from([1, I64]),
  ];
  let copiedTo = end;
  let shiftCount = 0;
  for (let at = end; at < body.length - 6; at++) {
    const localIndex = body[at + 1]!;
    // local.get, i32.const 5, i32.shr_u, local.tee
    if (!body.subarray(at, at + 7).equals(Buffer.from([0x20, localIndex, 0x41, 5, 0x76, 0x22, localIndex])))
      continue;
    const start = body.lastIndexOf(Buffer.from([LOCAL_SET, localIndex]), at);
    if (start < copiedTo) continue;
    pieces.push(
      body.subarray(copiedTo, start),
      // local.tee, i64.extend_i32_s, local.set
      Buffer.from([0x22, localIndex, 0xac, LOCAL_SET, wideLocal]),
      body.subarray(start + 2, at),
      // local.get, i64.const 5, i64.shr_u, local.tee, i32.wrap_i64, local.tee
      Buffer.from([0x20, wideLocal, 0x42, 5, 0x88, 0x22, wideLocal, 0xa7, 0x22, localIndex]),
    );
    copiedTo = at + 7;
    shiftCount += 1;
  }
  if (shiftCount === 0) return { body, shiftCount };
  return { body: Buffer.concat([...pieces, body.subarray(copiedTo)]), shiftCount };
}

/** Reads the declarations of local variables at the start of a function: their end, their number, and their groups. */
function localsOf(body: Buffer): { readonly end: number; readonly count: number; readonly groups: number } {
  const reader = new WasmReader(body);
  const groups = reader.number();
  let count = 0;
  for (let group = 0; group < groups; group++) {
    count += reader.number();
    reader.byte();
  }
  return { end: reader.at, count, groups };
}
