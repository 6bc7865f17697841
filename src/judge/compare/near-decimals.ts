/** Distances of numbers written as text, computed exactly. */

interface Amount {
  readonly digits: bigint;
  readonly exponent: number;
}

export interface Tolerance extends Amount {
  /** Whether the tolerance grows with an expected number above 1. */
  readonly relative: boolean;
}

/**
 * The largest sum of the exponents of two numbers that are compared within a tolerance. Beyond it, numbers are near
 * each other only if they are equal, and the comparison would need very long integers.
 */
const MOST_DIGITS = 400;

/**
 * Whether two Decimals differ by no more than the tolerance; false if one is infinite.
 * @param expected a key returned by `decimalKey`, as is `got`
 */
export function nearDecimals(expected: string, got: string, tolerance: Tolerance): boolean {
  const [a, b] = [amountOf(expected), amountOf(got)];
  if (a === null || b === null) return false;
  if (Math.abs(a.exponent) + Math.abs(b.exponent) > MOST_DIGITS) return expected === got;
  const least = Math.min(a.exponent, b.exponent, 0);
  const whole = ({ digits, exponent }: Amount) => digits * 10n ** BigInt(exponent - least);
  const [wanted, given, one] = [whole(a), whole(b), 10n ** BigInt(-least)];
  const size = wanted < 0n ? -wanted : wanted;
  const scale = tolerance.relative && size > one ? size : one;
  const apart = wanted > given ? wanted - given : given - wanted;
  return apart * 10n ** BigInt(-tolerance.exponent) <= scale * tolerance.digits;
}

function amountOf(key: string): Amount | null {
  if (key === '0') return { digits: 0n, exponent: 0 };
  if (key.endsWith('inf')) return null;
  const [digits = '', exponent = ''] = key.split('e');
  return { digits: BigInt(digits), exponent: Number(exponent) };
}
