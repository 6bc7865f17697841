/**
 * Decides whether a program runs again in its wide form, because it failed with a size that does not fit into 32 bits.
 */
import type { OutcomeKind } from '../protocol/frame-worker.ts';

/** Whether the program may pass in its wide form (wide.py), which supports sizes of 64 bits. */
export function mayNeedWideForm({
  kind,
  sizeError,
}: {
  readonly kind: OutcomeKind;
  readonly sizeError: boolean;
}): boolean {
  return kind === 'too-wide' || (sizeError && kind !== 'stack-overflow');
}

/** The interpreter's messages for a number that does not fit into a C type of 32 bits. */
const TOO_WIDE =
  /\bC (?:ssize_t|size_t|long|unsigned long)\b|index-sized integer|\bsys\.maxsize\b|\bnot exceed 2147483647\b|\bvalid range for (?:prec|Emax|Emin)\b/;
/** Matches calls of `read(size)` or `read1(size)`, which allocate `size` bytes first. */
const READING_CALL = /\bread1?\(/;
/** Matches exponents of nine or more digits, which may exceed the limit of Python's C decimals in 32 bits. */
const LARGE_EXPONENT = /[Ee][+-]?\d{9}/;

/** Whether a message is about a number that does not fit into a C type of 32 bits. */
export function isSizeText(message: string): boolean {
  return TOO_WIDE.test(message);
}

/** Whether native 64-bit Python might not have raised the exception that ended the program. */
export function isTooWide(error: { name: string; message: string; traceback: string }): boolean {
  switch (error.name) {
    case 'OverflowError':
    case 'ValueError':
      // An exception that the program raises itself does not come from the interpreter.
      return TOO_WIDE.test(error.message) && !/\braise\b/.test(lastLines(error.traceback));
    case 'MemoryError':
      return READING_CALL.test(lastLines(error.traceback));
    case 'InvalidOperation':
    case 'Overflow':
      return LARGE_EXPONENT.test(error.traceback);
    default:
      return false;
  }
}

/** Returns the lines of the traceback for the place where the exception was raised. */
function lastLines(traceback: string): string {
  return traceback.trimEnd().split('\n').slice(-4).join('\n');
}
