/**
 * Makes mathematical functions round as on the machines of graders, which use glibc (see glibc-math.wat). The tables
 * overwrite help about environment variables and options of the command line, which a browser does not use.
 */
import { GLIBC_MATH } from './wasm-modules.ts';
import { withFunctions } from './linked-functions.ts';
import { WasmTexts } from './wasm-text.ts';

/** Number of fractional bits of the fixed-point numbers. */
const PRECISION = 256n;
const ONE = 1n << PRECISION;
/** Number of multiples of 1/128 in the table, which covers arguments up to 0.86. */
const SINE_COUNT = 112;
/** Number of coefficients in a row of `ROWS`. They are evaluated in pairs. Shorter rows are padded with zeros. */
const ROW_LENGTH = 10;

/** From fdlibm (Sun Microsystems, 1993), e_expm1.c and s_erf.c: the approximations and their ranges. */
const ROWS: readonly (readonly number[])[] = [
  // expm1, of r² / 2
  [
    1, -3.33333333333331316428e-2, 1.58730158725481460165e-3, -7.93650757867487942473e-5,
    4.00821782732936239552e-6, -2.01099218183624371326e-7,
  ],
  // erf below 0.84375: pp and qq
  [
    1.28379167095512558561e-1, -3.2504210724700149937e-1, -2.84817495755985104766e-2,
    -5.77027029648944159157e-3, -2.37630166566501626084e-5,
  ],
  [
    1, 3.97917223959155352819e-1, 6.50222499887672944485e-2, 5.08130628187576562776e-3,
    1.32494738004321644526e-4, -3.9602282787753681232e-6,
  ],
  // erf below 1.25: pa and qa
  [
    -2.36211856075265944077e-3, 4.14856118683748331666e-1, -3.72207876035701323847e-1,
    3.18346619901161753674e-1, -1.10894694282396677476e-1, 3.54783043256182359371e-2,
    -2.166375594868790843e-3,
  ],
  [
    1, 1.06420880400844228286e-1, 5.40397917702171048937e-1, 7.18286544141962662868e-2,
    1.26171219808761642112e-1, 1.36370839120290507362e-2, 1.1984499846799107417e-2,
  ],
  // erfc below 1 / 0.35: ra and sa
  [
    -9.86494403484714822705e-3, -6.93858572707181764372e-1, -1.05586262253232909814e1,
    -6.23753324503260060396e1, -1.62396669462573470355e2, -1.84605092906711035994e2,
    -8.12874355063065934246e1, -9.81432934416914548592,
  ],
  [
    1, 1.96512716674392571292e1, 1.376577541435190426e2, 4.34565877475229228821e2, 6.45387271733267880336e2,
    4.29008140027567833386e2, 1.08635005541779435134e2, 6.57024977031928170135, -6.04244152148580987438e-2,
  ],
  // erfc beyond 1 / 0.35: rb and sb
  [
    -9.86494292470009928597e-3, -7.99283237680523006574e-1, -1.77579549177547519889e1,
    -1.60636384855821916062e2, -6.37566443368389627722e2, -1.02509513161107724954e3,
    -4.83519191608651397019e2,
  ],
  [
    1, 3.03380607434824582924e1, 3.25792512996573918826e2, 1.53672958608443695994e3, 3.19985821950859553908e3,
    2.55305040643316442583e3, 4.74528541206955367215e2, -2.24409524465858183362e1,
  ],
];

/**
 * Replaces the interpreter's mathematical functions by those of glibc-math.wat.
 * @param wasm Pyodide's interpreter, which is modified
 * @throws if it does not contain the expected strings and functions
 */
export function withGlibcMath(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const texts = new WasmTexts(bytes);
  const put = (start: string, values: readonly number[]): number => {
    const { offset, address, length } = texts.find(start);
    const padding = -address & 7;
    if (padding + 8 * values.length > length) throw new Error(`a table does not fit into “${start}”`);
    values.forEach((value, at) => bytes.writeDoubleLE(value, offset + padding + 8 * at));
    return address + padding;
  };
  const addresses = {
    sines: put('Environment variables that change behavior:', sineTable()),
    rows: put(
      'Options (and corresponding environment variables):',
      ROWS.flatMap((row) => [...row, ...Array<number>(ROW_LENGTH - row.length).fill(0)]),
    ),
  };
  return withFunctions(wasm, Uint8Array.from(Buffer.from(GLIBC_MATH, 'base64')), { addresses });
}

/**
 * Returns sine and cosine of the multiples of 1/128. Each value is a pair: the nearest double, and the remainder.
 */
function sineTable(): readonly number[] {
  return Array.from({ length: SINE_COUNT }, (_, at) => {
    const x = (BigInt(at) * ONE) / 128n;
    return [...pair(sumOfSeries(x, x, 1n)), ...pair(sumOfSeries(ONE, x, 0n))];
  }).flat();
}

/** Computes a Taylor series that contains only every second power. */
function sumOfSeries(first: bigint, x: bigint, power: bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let at = power; term !== 0n; at += 2n) {
    sum += term;
    term = -((((term * x) >> PRECISION) * x) >> PRECISION) / ((at + 1n) * (at + 2n));
  }
  return sum;
}

function pair(value: bigint): readonly [number, number] {
  const highPart = roundedDouble(value);
  // `high * 2 ** 60` is an integer: a double has 53 bits, and no value except 0 is below 2⁻⁸.
  return [highPart, roundedDouble(value - BigInt(highPart * 2 ** 60) * (ONE >> 60n))];
}

/** Converts a fixed-point number to the nearest double. */
function roundedDouble(value: bigint): number {
  return Number(value) / 2 ** Number(PRECISION);
}
