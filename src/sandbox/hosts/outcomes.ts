/** Converts the outcomes of a worker to those of the `Runner` interface. */
import type { WorkerOutcome } from '../protocol/frame-worker.ts';
import type { JobEnd } from '../protocol/page-frame.ts';
import type { Evidence } from '../../judge/ruling.ts';
import type { LoadOutcome, Program, RunFailure, TestOutcome } from '../../judge/runner.ts';

/** Maximum number of characters of the output that a call prints. This output is displayed, not compared. */
const PRINTED_CHARACTERS = 20_000;

export function loadOutcome(outcome: WorkerOutcome, mode: Program['mode']): LoadOutcome {
  if (outcome.kind === 'done') return { type: 'loaded' };
  if (outcome.kind === 'syntax-error') return { type: 'syntax-error', error: errorOf(outcome) };
  // In assert mode the program has not run yet, so a program cannot use this outcome to avoid a verdict.
  if (outcome.kind === 'bad-check' && mode === 'assert') {
    return { type: 'lost', cause: `the check of this problem does not compile: ${outcome.message}` };
  }
  return failureOf(outcome);
}

export function testOutcome(outcome: WorkerOutcome, mode: Program['mode']): TestOutcome {
  const { stdout, stderr } = outcome;
  // A program may raise a size error on purpose. So the error only sets a flag, and the outcome is not a judge error.
  const limit = outcome.sizeError ? { browserLimit: true as const } : {};
  if (outcome.kind !== 'done') return { ...failureOf(outcome), stdout, stderr };
  switch (mode) {
    case 'stdin':
      return { type: 'exited', stdout, stderr, ...limit };
    case 'call':
      return {
        type: 'returned',
        value: outcome.value,
        stdout: stdout?.slice(0, PRINTED_CHARACTERS) ?? null,
        stderr,
        ...limit,
      };
    case 'assert':
      return { type: 'checked', stdout, stderr };
  }
}

/** @param evidence the evidence of a time-out. A time-out without evidence is a judge error. */
export function endOutcome(reason: JobEnd, message: string, evidence: Evidence | null): RunFailure {
  switch (reason) {
    case 'timed-out':
      return evidence === null
        ? { type: 'lost', cause: 'nothing is known of a time-out' }
        : { type: 'timed-out', evidence };
    case 'worker-died':
      // An uncaught error outside the engine can only come from code that reached JavaScript.
      return {
        type: 'raised',
        error: {
          name: 'InterpreterCrash',
          message: `the program ended the interpreter: ${message}`,
          traceback: '',
        },
        browserLimit: false,
      };
    case 'flooded':
      return { type: 'output-exceeded' };
    case 'engine-failed':
      return { type: 'lost', cause: message };
  }
}

function errorOf(outcome: WorkerOutcome): { name: string; message: string; traceback: string } {
  return { name: outcome.name, message: outcome.message, traceback: outcome.traceback };
}

function failureOf(outcome: WorkerOutcome): RunFailure {
  switch (outcome.kind) {
    case 'output-exceeded':
      return { type: 'output-exceeded' };
    case 'memory-exceeded':
      return { type: 'memory-exceeded' };
    case 'interrupted':
      return { type: 'lost', cause: 'the frame passed a time-out on as an outcome' };
    case 'stack-overflow':
      return {
        type: 'raised',
        error: {
          name: 'StackOverflow',
          message: "the browser's stack is full (recursion through C code); native Python may go deeper",
          traceback: '',
        },
        browserLimit: true,
      };
    case 'too-wide':
      if (outcome.name === 'MemoryError') return { type: 'memory-exceeded' };
      return {
        type: 'lost',
        cause:
          'the program needs numbers of 64 bits where a browser’s Python has 32 ' +
          `(${outcome.name}: ${outcome.message}): judge it with native Python`,
      };
    case 'trap':
      return {
        type: 'raised',
        error: { name: 'InterpreterCrash', message: outcome.message, traceback: '' },
        // The cause is a bug in this interpreter. For example, 45 nested comprehensions make it overwrite its own
        // memory.
        browserLimit: true,
      };
    case 'exited':
      return {
        type: 'raised',
        error: { name: 'SystemExit', message: outcome.message, traceback: '' },
        browserLimit: false,
      };
    case 'tampered':
      return {
        type: 'raised',
        error: {
          name: 'Tampering',
          message:
            'the program reached into the interpreter while it was checked: an assertion proves nothing then',
          traceback: '',
        },
        browserLimit: false,
      };
    case 'raised':
      return { type: 'raised', error: errorOf(outcome), browserLimit: outcome.sizeError };
    case 'syntax-error':
    case 'bad-check':
    case 'done':
      return { type: 'raised', error: errorOf(outcome), browserLimit: false };
  }
}
