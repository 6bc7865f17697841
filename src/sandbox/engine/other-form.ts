/** Programs that fail of sizes beyond 32 bits run once more, in another form. */
import type { WorkerOutcome } from '../protocol/frame-worker.ts';

/** Whether a program that ended so may do better in its wide form (wide.py), which is rewritten for sizes of 64 bits. */
export function mayNeedWideForm({ kind, sizeError }: Pick<WorkerOutcome, 'kind' | 'sizeError'>): boolean {
  return kind === 'too-wide' || (sizeError && kind !== 'stack-overflow');
}

/** The interpreter's messages for a number that does not fit into a C type of 32 bits. */
const TOO_WIDE =
  /\bC (?:ssize_t|size_t|long|unsigned long)\b|index-sized integer|\bsys\.maxsize\b|\bnot exceed 2147483647\b|\bvalid range for (?:prec|Emax|Emin)\b/;
/** Reads of at most a number of bytes, which allocate first. */
const READS = /\bread1?\(/;
/** Exponents of Python's C decimals go to nine digits. */
const LARGE_EXPONENT = /[Ee][+-]?\d{9}/;

/** Whether this is what an error about such a number says. */
export function isSizeText(message: string): boolean {
  return TOO_WIDE.test(message);
}

/** Whether native Python, with 64 bits, may go on where this exception ended the program. */
export function isTooWide(error: { name: string; message: string; traceback: string }): boolean {
  switch (error.name) {
    case 'OverflowError':
    case 'ValueError':
      // An exception that the program raises itself is no fault of the interpreter.
      return TOO_WIDE.test(error.message) && !/\braise\b/.test(lastLines(error.traceback));
    case 'MemoryError':
      return READS.test(lastLines(error.traceback));
    case 'InvalidOperation':
    case 'Overflow':
      return LARGE_EXPONENT.test(error.traceback);
    default:
      return false;
  }
}

/** Returns the lines of the place where it was raised. */
function lastLines(traceback: string): string {
  return traceback.trimEnd().split('\n').slice(-4).join('\n');
}
