/** Calls from the engine into Python: the only places where control passes to submission code. */
import type { OutcomeKind } from '../protocol/frame-worker.ts';
import type { ImportGuard } from './import-guard.ts';
import type { EmscriptenModule, Pointer } from './pyodide-internals.ts';

/** Functions of the harness without arguments, by module; all but `take_*` return a code. */
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
export const SYNTAX_ERROR = 3;
/** There is no second form of the program. */
export const UNCHANGED = 4;
/** Raised what ends a grader's whole process. */
export const ENDED = 5;
export const BAD_CHECK = 6;

/** How a call into Python ended. `code` is the harness's return code when it returned at all. */
export interface CallEnd {
  readonly kind: 'returned' | OutcomeKind;
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

export class PythonCalls {
  readonly #module: EmscriptenModule;
  readonly #guard: ImportGuard;
  readonly #entries: Readonly<Record<EntryPoint, Pointer>>;

  /** Must come before the first image is captured: it leaves references behind. */
  constructor(module: EmscriptenModule, guard: ImportGuard) {
    this.#module = module;
    this.#guard = guard;
    const entries = Object.entries(ENTRY_POINTS).flatMap(([moduleName, names]) => {
      const holder = module._PyImport_AddModule(textAt(module, moduleName));
      return names.map((name) => {
        const pointer = module._PyObject_GetAttrString(holder, textAt(module, name));
        if (pointer === 0) throw new Error(`the harness has no ${name}`);
        return [name, pointer] as const;
      });
    });
    this.#entries = Object.fromEntries(entries) as Record<EntryPoint, Pointer>;
  }

  enter(entry: EntryPoint): CallEnd {
    return this.run(() => {
      const result = this.#module._PyObject_CallNoArgs(this.#entries[entry]);
      if (result !== 0) return this.#module._PyLong_AsLong(result);
      this.#module._PyErr_Clear();
      return null;
    });
  }

  /** Returns the result of a function of the harness, as it lies in memory. Only before the submission runs. */
  take(entry: EntryPoint): Pointer {
    return this.#module._PyObject_CallNoArgs(this.#entries[entry]);
  }

  /**
   * Nothing that submission code throws is trusted.
   * @param call gives the harness's return code, null when the harness itself was interrupted
   */
  run(call: () => number | null): CallEnd {
    this.#guard.running = true;
    try {
      const code = call();
      if (code !== null) return { kind: 'returned', code, name: '', message: '' };
      return { kind: 'trap', code: -1, name: 'SystemError', message: 'the harness was interrupted' };
    } catch (thrown) {
      return describeThrown(thrown);
    } finally {
      this.#guard.running = false;
    }
  }
}

/** A C string, for good. */
export function textAt(module: EmscriptenModule, text: string): Pointer {
  const size = module.lengthBytesUTF8(text) + 1;
  const pointer = module._malloc(size);
  module.stringToUTF8(text, pointer, size);
  return pointer;
}

/** Sorted by type, never by wording: engines word the same trap differently. */
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
