/** Calls from the engine into Python, and what the worker reports of their ends. Only these calls run submission code. */
import type { OutcomeKind, WorkerOutcome } from '../protocol/frame-worker.ts';
import type { DeepStack } from './deep-stack.ts';
import type { ImportGuard } from './import-guard.ts';
import { isTooWide } from './other-form.ts';
import { decodeLoose, decodeStrict } from './primordials.ts';
import type { EmscriptenModule, Pointer } from './pyodide-internals.ts';

/** Functions of the harness without parameters, by module. All except `take_*` return a code. */
const ENTRY_POINTS = {
  allpass_harness: [
    'calibrate',
    'load_script',
    'load_module',
    'run_script',
    'run_script_on_much',
    'call_function',
  ],
  allpass_graders: ['load_graded', 'run_wrapped', 'run_call'],
  allpass_rewards: ['load_rewarded', 'run_rewarded_script', 'run_rewarded_call'],
  allpass_calls: ['load_pasted', 'load_asserted', 'run_pasted', 'run_assertion', 'run_silent_script'],
  allpass_assertions: [
    'load_assertion',
    'take_check',
    'take_builtins',
    'take_namespace',
    'run_asserted',
    'end_assertion',
  ],
} as const;
export type EntryPoint = (typeof ENTRY_POINTS)[keyof typeof ENTRY_POINTS][number];

/** Return codes of the harness. */
export const DONE = 0;
export const RAISED = 1;
const SYNTAX_ERROR = 3;
/** The program has no second form. */
export const UNCHANGED = 4;
/** The program raised an exception that ends the whole process of the grader. */
export const ENDED = 5;
const BAD_CHECK = 6;

/** How a call into Python ended. `code` is the return code of the harness if `kind` is 'returned'. */
export interface CallEnd {
  readonly kind: 'returned' | OutcomeKind;
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

/** A call into Python that has not happened yet. */
export interface PythonCall {
  /** Makes the call on the stack of the caller. */
  runHere(): CallEnd;
  /** Makes the call on separate stacks, which allow deep recursion through C code. */
  runDeep(): Promise<CallEnd>;
}

/** Work that yields calls into Python and receives the result of each call. */
export type PythonWork<Result> = Generator<PythonCall, Result, CallEnd>;

export function workHere<Result>(work: PythonWork<Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next(step.value.runHere());
  return step.value;
}

export async function workDeep<Result>(work: PythonWork<Result>): Promise<Result> {
  let step = work.next();
  while (step.done !== true) step = work.next(await step.value.runDeep());
  return step.value;
}

export class PythonCalls {
  readonly #module: EmscriptenModule;
  readonly #guard: ImportGuard;
  readonly #callDeep: ((callable: Pointer) => Promise<Pointer>) | null;
  readonly #entries: Readonly<Record<EntryPoint, Pointer>>;

  /** Must be called before the first image is captured, because it keeps references to Python objects. */
  constructor(module: EmscriptenModule, guard: ImportGuard, deepStack: DeepStack | null) {
    this.#module = module;
    this.#guard = guard;
    this.#callDeep = deepStack?.onNewStack(module._PyObject_CallNoArgs) ?? null;
    const entries = Object.entries(ENTRY_POINTS).flatMap(([moduleName, names]) => {
      const holderModule = module._PyImport_AddModule(textAt(module, moduleName));
      return names.map((name) => {
        const pointer = module._PyObject_GetAttrString(holderModule, textAt(module, name));
        if (pointer === 0) throw new Error(`the harness has no ${name}`);
        return [name, pointer] as const;
      });
    });
    this.#entries = Object.fromEntries(entries) as Record<EntryPoint, Pointer>;
  }

  callOf(entry: EntryPoint): PythonCall {
    return {
      runHere: () => this.run(() => this.#codeOf(this.#module._PyObject_CallNoArgs(this.#entries[entry]))),
      runDeep: () => this.runDeep(async () => this.#codeOf(await this.#callDeep!(this.#entries[entry]))),
    };
  }

  #codeOf(result: Pointer): number | null {
    if (result !== 0) return this.#module._PyLong_AsLong(result);
    this.#module._PyErr_Clear();
    return null;
  }

  /** Whether calls can be made on separate stacks. */
  get canGoDeep(): boolean {
    return this.#callDeep !== null;
  }

  /** Returns the address of the result of a harness function. Call it only before the submission runs. */
  take(entry: EntryPoint): Pointer {
    return this.#module._PyObject_CallNoArgs(this.#entries[entry]);
  }

  /** Makes a call. Data of an exception that submission code throws is not trusted. */
  run(call: () => number | null): CallEnd {
    this.#guard.running = true;
    try {
      return endOf(call());
    } catch (thrown) {
      return describeThrown(thrown);
    } finally {
      this.#guard.running = false;
    }
  }

  /**
   * Like `run`, for a call on separate stacks. The two methods do not share a callback, for two reasons: `await`
   * looks up no method of a promise, which a submission may have replaced, and `run` must return before any
   * microtask.
   */
  async runDeep(call: () => Promise<number | null>): Promise<CallEnd> {
    this.#guard.running = true;
    try {
      return endOf(await call());
    } catch (thrown) {
      return describeThrown(thrown);
    } finally {
      this.#guard.running = false;
    }
  }
}

function endOf(code: number | null): CallEnd {
  if (code !== null) return { kind: 'returned', code, name: '', message: '' };
  return { kind: 'trap', code: -1, name: 'SystemError', message: 'the harness was interrupted' };
}

/** Allocates a C string that is never freed, and returns its address. */
export function textAt(module: EmscriptenModule, text: string): Pointer {
  const size = module.lengthBytesUTF8(text) + 1;
  const pointer = module._malloc(size);
  module.stringToUTF8(text, pointer, size);
  return pointer;
}

/**
 * Classifies an exception from a call by its type. Its message is ignored, because browsers use different messages
 * for the same trap.
 */
function describeThrown(thrown: unknown): CallEnd {
  const name = textOf(thrown, 'name') || 'Error';
  const message = textOf(thrown, 'message').slice(0, 200);
  if (name === 'ExitStatus') {
    const status = field(thrown, 'status');
    return { kind: 'exited', code: Number(status), name, message: `exit status ${String(status)}` };
  }
  // Chromium and WebKit throw RangeError, Firefox InternalError, when the JavaScript stack is full.
  if (thrown instanceof RangeError || name === 'InternalError') {
    return { kind: 'stack-overflow', code: 0, name, message };
  }
  return { kind: 'trap', code: 0, name, message };
}

function field(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null
      ? (thrown as Record<string, unknown>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(thrown: unknown, name: string): string {
  const value = field(thrown, name);
  return typeof value === 'string' ? value : '';
}

/** The output of a call, in addition to its return code. */
interface Traces {
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

/** Converts the end of a call into Python to the outcome that the worker reports. */
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
