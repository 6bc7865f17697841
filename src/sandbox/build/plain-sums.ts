/**
 * Makes `sum` add floats as Python 3.11 does. Since 3.12 it keeps what rounding loses and gives it back at the end
 * (Python/bltinmodule.c, `cs_to_double`): `sum([0.1] * 10)` is 1.0 there, and 0.9999999999999999 where programs are
 * graded. A function in front of the built-in one would cost every sum of integers, and a frame of recursion; so the
 * last addition itself is left out, in the module: `f64.add` of the sum and the compensation becomes `drop`.
 */

const ADD = 0xa0;
const DROP = 0x1a;

/** One place for floats, two for the parts of complex numbers. */
const PLACES = 3;

/** `lost && isfinite(lost)` on the bits of a float, as the compiler writes it. */
const ALL_BUT_SIGN = [0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x83];
const LARGEST_FINITE = [0x42, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xf7, 0xff, 0x00, 0x56];

/**
 * @param wasm Pyodide's interpreter; it is changed
 * @throws when it does not hold exactly the code that is known
 */
export function withPlainSums(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const test = Buffer.from(ALL_BUT_SIGN);
  const found: number[] = [];
  for (let at = bytes.indexOf(test); at !== -1; at = bytes.indexOf(test, at + 1)) {
    if (isAddition(bytes, at)) found.push(at - 4);
  }
  if (found.length !== PLACES) {
    throw new Error(
      `the interpreter adds floats in ${found.length} places as “sum” does, ${PLACES} expected`,
    );
  }
  for (const at of found) wasm[at] = DROP;
  return wasm;
}

/** sum + lost ? : `local.get sum, local.get lost, f64.add, local.get lost, i64.reinterpret_f64`, and the test. */
function isAddition(bytes: Buffer, test: number): boolean {
  const [getSum, , getLost, lost, add, getAgain, again, reinterpret] = bytes.subarray(test - 8, test);
  const tee = test + ALL_BUT_SIGN.length;
  return (
    getSum === 0x20 &&
    getLost === 0x20 &&
    add === ADD &&
    getAgain === 0x20 &&
    again === lost &&
    reinterpret === 0xbd &&
    bytes[tee] === 0x22 &&
    bytes.subarray(tee + 2).indexOf(Buffer.from(LARGEST_FINITE)) === 0
  );
}
