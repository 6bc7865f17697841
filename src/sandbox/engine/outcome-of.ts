/** Converts the end of a call into Python to the outcome that the worker reports. */
import type { WorkerOutcome } from '../protocol/frame-worker.ts';
import { decodeLoose, decodeStrict } from './primordials.ts';
import { isTooWide } from './other-form.ts';
import { BAD_CHECK, ENDED, RAISED, SYNTAX_ERROR, type CallEnd } from './python-calls.ts';

/** The output of a call, in addition to its return code. */
export interface Traces {
  /** The program's output; null if its bytes are not UTF-8. */
  readonly stdout: string | null;
  readonly stderr: string;
  readonly outputExceeded: boolean;
  /** The content of the mailbox `result`. */
  readonly resultBytes: Uint8Array;
  /** See `WorkerOutcome`. */
  readonly hasSizeError: boolean;
}

export interface OutcomeReading {
  /** The kind of result in the mailbox after a normal end; 'nothing' while the program loads. */
  readonly result: 'nothing' | 'value' | 'printed';
  /** Whether `os._exit(0)` counts as a normal end. */
  readonly mayExit: boolean;
}

const SHOWN_CHARACTERS = 64 * 1024;

export function outcomeOf(end: CallEnd, traces: Traces, { result, mayExit }: OutcomeReading): WorkerOutcome {
  const { stdout, stderr, resultBytes, hasSizeError } = traces;
  // The output of a failed test is only displayed, so the start of it is enough.
  const shownStdout = stdout === null ? null : stdout.slice(0, SHOWN_CHARACTERS);
  const { name, message } = end;
  const baseOutcome = {
    name,
    message,
    traceback: '',
    stdout: shownStdout,
    stderr,
    value: '',
    sizeError: hasSizeError,
  };
  if (traces.outputExceeded) return { ...baseOutcome, kind: 'output-exceeded' };
  if (end.kind !== 'returned') {
    // `os._exit(0)` is a normal end of a script. A function call that ends this way returns no result.
    const isNormalEnd = end.kind === 'exited' && end.code === 0 && mayExit;
    return isNormalEnd ? { ...baseOutcome, stdout, kind: 'done' } : { ...baseOutcome, kind: end.kind };
  }
  if (!isFailure(end.code)) {
    const doneOutcome = { ...baseOutcome, stdout, kind: 'done' } as const;
    if (result === 'nothing') return doneOutcome;
    return result === 'value'
      ? { ...doneOutcome, value: decodeLoose(resultBytes) }
      : { ...doneOutcome, stdout: decodeStrict(resultBytes) };
  }
  const error = readError(decodeLoose(resultBytes));
  if (end.code === SYNTAX_ERROR) return { ...baseOutcome, ...error, kind: 'syntax-error' };
  if (end.code === BAD_CHECK) return { ...baseOutcome, ...error, kind: 'bad-check' };
  if (isOutOfStack(error)) return { ...baseOutcome, ...error, kind: 'stack-overflow' };
  if (isTooWide(error)) return { ...baseOutcome, ...error, kind: 'too-wide' };
  return { ...baseOutcome, ...error, kind: error.name === 'MemoryError' ? 'memory-exceeded' : 'raised' };
}

/** Whether the interpreter's C stack, which is in memory, is full. A native process crashes at about the same depth. */
function isOutOfStack({ name, message }: { name: string; message: string }): boolean {
  return name === 'RecursionError' && message.startsWith('Stack overflow (used ');
}

function isFailure(code: number): boolean {
  return code === RAISED || code === SYNTAX_ERROR || code === ENDED || code === BAD_CHECK;
}

function readError(text: string): { name: string; message: string; traceback: string } {
  try {
    const data = JSON.parse(text) as Record<string, unknown>;
    const textField = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
    return { name: textField('name'), message: textField('message'), traceback: textField('traceback') };
  } catch {
    return { name: '', message: '', traceback: '' };
  }
}
