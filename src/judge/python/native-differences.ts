/**
 * Wrong answers that may be right natively, since they show what this Python has otherwise: last digits
 * (last-digits.ts), and numbers that belong to the interpreter itself. Those of 64 bits are known to native Python
 * alone, so such a verdict is flagged, where the program reads them and the expected answer could hold them.
 */
import { withFlag, type TestResult } from '../../domain/verdict.ts';
import { usesRoundedMath, withLastDigits } from './last-digits.ts';

/** The differences from native Python that a program may show, from its text. */
export interface NativeDifferences {
  readonly digits: boolean;
  /** Hashes and limits of 64 bits: an expected answer that holds none is not one of them. */
  readonly wideNumbers: boolean;
  /** Sizes of objects, and what belongs to the system. */
  readonly system: boolean;
}

const WIDE_NUMBERS = /\bhash\s*\(|\b__hash__\b|\bM(?:AX|IN)_(?:PREC|EMAX|EMIN|ETINY)\b/;
const SYSTEM = /\bgetsizeof\b|\bgetrefcount\b|\b__sizeof__\b|\bru_\w+|\bavailable_timezones\b|\bsizeof\b/;
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

/**
 * With the flags that a wrong answer earns.
 * @param isLimited the program caught an error that a larger Python may not raise
 * @param texts of the expected answer and of what was given, asked for where they decide
 */
export function withNativeFlags(
  result: TestResult,
  isLimited: boolean,
  differences: NativeDifferences | null,
  texts: () => readonly [expected: string, got: string],
): TestResult {
  if (result.verdict !== 'wrong-answer') return result;
  const limited = isLimited ? withFlag(result, 'browser-limit') : result;
  if (differences === null) return limited;
  const { digits, wideNumbers, system } = differences;
  const [expected, got] = texts();
  const isOther = system || (wideNumbers && WIDE.test(expected));
  const flagged = isOther ? withFlag(limited, 'browser-limit') : limited;
  return digits ? withLastDigits(flagged, expected, got) : flagged;
}
