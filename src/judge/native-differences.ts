/**
 * Wrong answers that may be right natively, since they show what this Python has otherwise: last digits (last-digits.ts),
 * and numbers that belong to the interpreter itself. Those of 64 bits are known to native Python alone, so such a verdict is
 * flagged, where the program reads them and the expected answer could hold them.
 */
import type { TestResult } from '../domain/verdict.ts';
import { usesRoundedMath, withLastDigits } from './last-digits.ts';

/** What a program's text says that it may show. */
export interface NativeDifferences {
  readonly digits: boolean;
  /** Hashes and limits of 64 bits: an expected answer that holds none is not one of them. */
  readonly wideNumbers: boolean;
  /** Sizes of objects, and what belongs to the system. */
  readonly system: boolean;
}

const WIDE_NUMBERS = /\bhash\s*\(|\b__hash__\b|\bM(?:AX|IN)_(?:PREC|EMAX|EMIN|ETINY)\b/;
const SYSTEM = /\bgetsizeof\b|\b__sizeof__\b|\bru_\w+|\bavailable_timezones\b|\bsizeof\b/;
/** More digits than a number of 32 bits has. */
const WIDE = /\d{10}/;

/** Null for a program that shows none of it. */
export function nativeDifferences(source: string): NativeDifferences | null {
  const found = {
    digits: usesRoundedMath(source),
    wideNumbers: WIDE_NUMBERS.test(source),
    system: SYSTEM.test(source),
  };
  return Object.values(found).includes(true) ? found : null;
}

/** With the flag that the differences earn a wrong answer. */
export function withNativeFlags(
  result: TestResult,
  expected: string,
  got: string,
  { digits, wideNumbers, system }: NativeDifferences,
): TestResult {
  if (result.verdict !== 'wrong-answer') return result;
  if (system || (wideNumbers && WIDE.test(expected)))
    return { ...result, flags: [...result.flags, 'browser-limit'] };
  return digits ? withLastDigits(result, expected, got) : result;
}
