/**
 * Exponential functions that are computed by sums and products only. ECMAScript does not define the last bits of
 * `Math.exp` and similar functions, and a run must be the same in every browser.
 */

const LOG2_E = 1.4426950408889634;
/** ln 2 in two parts: the first has few bits, so that its multiples are exact. */
const LN2_HIGH = 0.69314718036912381649;
const LN2_LOW = 1.90821492927058770002e-10;

/** The range of arguments of `exp`. Outside this range, the result is 0 or infinite. */
const MIN_ARGUMENT = -708;
const MAX_ARGUMENT = 709;
const POWERS_OF_TWO = Float64Array.from({ length: 2048 }, (_, at) => 2 ** (at - 1024));
/** The coefficients 1/k!, that of the highest power first. */
const EXP_TERMS = reciprocalFactorials(13);

/** Returns e**x; 0 below −708. */
export function exp(x: number): number {
  if (x < MIN_ARGUMENT) return 0;
  if (x > MAX_ARGUMENT) return Infinity;
  const powerOfTwo = Math.floor(x * LOG2_E + 0.5);
  const remainder = x - powerOfTwo * LN2_HIGH - powerOfTwo * LN2_LOW;
  let sum = 0;
  for (let at = 0; at < EXP_TERMS.length; at++) sum = sum * remainder + EXP_TERMS[at]!;
  return sum * POWERS_OF_TWO[powerOfTwo + 1024]!;
}

/** Returns the natural logarithm of a finite number above 0. */
export function log(x: number): number {
  let halvings = 0;
  let scaled = x;
  for (; scaled > Math.SQRT2; scaled /= 2) halvings += 1;
  for (; scaled < Math.SQRT1_2; scaled *= 2) halvings -= 1;
  // ln m = 2 artanh((m − 1) / (m + 1)), whose argument is below 0.172.
  const s = (scaled - 1) / (scaled + 1);
  const square = s * s;
  let sum = 0;
  for (let oddDivisor = 21; oddDivisor >= 1; oddDivisor -= 2) sum = sum * square + 1 / oddDivisor;
  return halvings * LN2_HIGH + (2 * s * sum + halvings * LN2_LOW);
}

export function sigmoid(x: number): number {
  return 1 / (1 + exp(-x));
}

export function tanh(x: number): number {
  return 1 - 2 / (exp(2 * x) + 1);
}

function reciprocalFactorials(highest: number): Float64Array {
  const terms = new Float64Array(highest + 1);
  let factorial = 1;
  for (let k = 0; k <= highest; k++) {
    if (k > 0) factorial *= k;
    terms[highest - k] = 1 / factorial;
  }
  return terms;
}
