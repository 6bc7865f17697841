/**
 * Makes `sum` add floats as Python 3.11 does. Since 3.12, `sum` collects the rounding errors and adds them at the end
 * (Python/bltinmodule.c, `cs_to_double`): `sum([0.1] * 10)` is 1.0 there, and 0.9999999999999999 on the machines of
 * graders. A wrapper of the built-in function would slow down every sum of integers, and use a level of recursion. So
 * the final addition is removed from the module: `f64.add` of the sum and the compensation becomes `drop`.
 */
import { offsetsOf } from './wasm-bytes.ts';

const ADD_CODE = 0xa0;
const DROP_CODE = 0x1a;

/** Number of additions to remove: one for floats, and two for the parts of complex numbers. */
const SUM_COUNT = 3;

/** The constants of `lost && isfinite(lost)`, which the compiler tests on the bits of the float. */
const ALL_BUT_SIGN = [0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x83];
const LARGEST_FINITE = [0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf7, 0xff, 0x00, 0x56];

/**
 * Removes the additions of the compensation from `sum`.
 * @param wasm Pyodide's interpreter, which is modified
 * @throws when it does not contain exactly the expected code
 */
export function withPlainSums(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const tests = offsetsOf(bytes, Buffer.from(ALL_BUT_SIGN)).filter((at) => isAddition(bytes, at));
  if (tests.length !== SUM_COUNT) {
    throw new Error(
      `the interpreter adds floats in ${tests.length} places as “sum” does, ${SUM_COUNT} expected`,
    );
  }
  for (const at of tests) wasm[at - 4] = DROP_CODE;
  return wasm;
}

/**
 * Whether the code before a test is the addition of the sum and the lost part:
 * `local.get sum, local.get lost, f64.add, local.get lost, i64.reinterpret_f64`.
 */
function isAddition(bytes: Buffer, test: number): boolean {
  const [getSum, , getLost, lostLocal, add, getAgain, againLocal, reinterpret] = bytes.subarray(
    test - 8,
    test,
  );
  const teeAt = test + ALL_BUT_SIGN.length;
  return (
    getSum === 0x20 &&
    getLost === 0x20 &&
    add === ADD_CODE &&
    getAgain === 0x20 &&
    againLocal === lostLocal &&
    reinterpret === 0xbd &&
    bytes[teeAt] === 0x22 &&
    bytes.subarray(teeAt + 2).indexOf(Buffer.from(LARGEST_FINITE)) === 0
  );
}
