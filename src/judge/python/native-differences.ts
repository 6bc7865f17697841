/**
 * Finds wrong answers that may be right under native Python, because this Python differs from it: in last digits
 * (last-digits.ts), and in numbers that depend on the interpreter, such as hashes, which have 64 bits only in native
 * Python. A verdict is flagged if the program reads one of these numbers and the expected answer could contain it.
 */
import { withFlag, type TestResult } from '../../domain/verdict.ts';
import { usesRoundedMath, withLastDigits } from './last-digits.ts';

/** The differences from native Python that a program may show, according to its text. */
export interface NativeDifferences {
  readonly digits: boolean;
  /** 64-bit hashes and limits. They are flagged only if the expected answer contains a wide number. */
  readonly wideNumbers: boolean;
  /** Sizes of objects, and values of the operating system. */
  readonly system: boolean;
}

const WIDE_NUMBERS = /\bhash\s*\(|\b__hash__\b|\bM(?:AX|IN)_(?:PREC|EMAX|EMIN|ETINY)\b/;
const SYSTEM_CALLS =
  /\bgetsizeof\b|\bgetrefcount\b|\b__sizeof__\b|\bru_\w+|\bavailable_timezones\b|\bsizeof\b/;
/** Ten digits, which a number of more than 32 bits has. */
const WIDE_NUMERAL = /\d{10}/;

/** Returns null for a program that shows no differences. */
export function nativeDifferences(source: string): NativeDifferences | null {
  const differences = {
    digits: usesRoundedMath(source),
    wideNumbers: WIDE_NUMBERS.test(source),
    system: SYSTEM_CALLS.test(source),
  };
  return Object.values(differences).includes(true) ? differences : null;
}

/**
 * Adds the flags of a wrong answer.
 * @param isLimited whether the program caught an error that a Python with more memory may not raise
 * @param texts returns the expected answer and the output; called only if the flags depend on them
 */
export function withNativeFlags(
  result: TestResult,
  isLimited: boolean,
  differences: NativeDifferences | null,
  texts: () => readonly [expected: string, got: string],
): TestResult {
  if (result.verdict !== 'wrong-answer') return result;
  const withLimitFlag = isLimited ? withFlag(result, 'browser-limit') : result;
  if (differences === null) return withLimitFlag;
  const { digits, wideNumbers, system } = differences;
  const [expected, got] = texts();
  const isOther = system || (wideNumbers && WIDE_NUMERAL.test(expected));
  const withMemoryFlag = isOther ? withFlag(withLimitFlag, 'browser-limit') : withLimitFlag;
  return digits ? withLastDigits(withMemoryFlag, expected, got) : withMemoryFlag;
}
