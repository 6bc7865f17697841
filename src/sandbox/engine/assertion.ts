/**
 * The last step of assert mode. The engine runs the check itself, from compiled code that it took out of Python before
 * any submission code ran. The result is the return value of the interpreter's C function, not a Python object that a
 * program could forge. See assertions.py.
 */
import type { ImportGuard } from './import-guard.ts';
import type { EmscriptenModule, Pointer } from './pyodide-internals.ts';
import {
  DONE,
  RAISED,
  textAt,
  type CallEnd,
  type PythonCall,
  type PythonCalls,
  type PythonWork,
} from './python-calls.ts';
import type { DeepStack } from './deep-stack.ts';

/**
 * Name of the WebAssembly import that the audit hook in assertions.py calls. The call has no effect in a browser.
 */
const SIGNAL_IMPORT = '__syscall_umask_js';

export class Assertion {
  readonly #module: EmscriptenModule;
  readonly #guard: ImportGuard;
  readonly #calls: PythonCalls;
  readonly #evaluateDeep: ((code: Pointer, globals: Pointer, locals: Pointer) => Promise<Pointer>) | null;
  readonly #moduleObject: Pointer;
  readonly #names: { readonly builtins: Pointer; readonly failure: Pointer };
  #code: Pointer = 0;
  #builtins: Pointer = 0;
  #namespace: Pointer = 0;

  /** Must be called before the first image is captured, because it keeps references to Python objects. */
  constructor(module: EmscriptenModule, guard: ImportGuard, calls: PythonCalls, deepStack: DeepStack | null) {
    this.#module = module;
    this.#guard = guard;
    this.#calls = calls;
    this.#evaluateDeep = deepStack?.onNewStack(module._PyEval_EvalCode) ?? null;
    this.#moduleObject = module._PyImport_AddModule(textAt(module, 'allpass_assertions'));
    this.#names = { builtins: textAt(module, '__builtins__'), failure: textAt(module, 'failure') };
  }

  /**
   * Takes the compiled check and its namespace out of Python. Must be called after the program is compiled, and
   * before that state is captured as an image.
   */
  take(): void {
    this.#code = this.#calls.take('take_check');
    this.#builtins = this.#calls.take('take_builtins');
    this.#namespace = this.#calls.take('take_namespace');
  }

  /**
   * Runs the program, then the check if the program did not raise. The return code DONE means that the check
   * passed.
   */
  *run(): PythonWork<CallEnd> {
    let callEnd = yield this.#calls.callOf('run_asserted');
    if (callEnd.kind !== 'returned') return callEnd;
    callEnd = callEnd.code === DONE ? yield this.#check() : { ...callEnd, code: RAISED };
    if (callEnd.kind !== 'returned') return callEnd;
    // The result is final, so the hook's signal no longer matters. `end_assertion` causes it when it reads the frames
    // of a failed check's traceback.
    this.#guard.pardonedImport = SIGNAL_IMPORT;
    const closingEnd = this.#calls.callOf('end_assertion').runHere();
    this.#guard.pardonedImport = null;
    return closingEnd.kind === 'returned' ? callEnd : closingEnd;
  }

  #check(): PythonCall {
    const evaluate = this.#module._PyEval_EvalCode;
    return {
      runHere: () =>
        this.#calls.run(() => {
          const names = this.#newNames();
          return names && this.#codeOf(evaluate(this.#code, names, names));
        }),
      runDeep: () =>
        this.#calls.runDeep(async () => {
          const names = this.#newNames();
          return names && this.#codeOf(await this.#evaluateDeep!(this.#code, names, names));
        }),
    };
  }

  /** Returns a new namespace, or null when the interpreter cannot allocate one. */
  #newNames(): Pointer | null {
    const module = this.#module;
    const names = module._PyDict_Copy(this.#namespace);
    if (names !== 0 && module._PyDict_SetItemString(names, this.#names.builtins, this.#builtins) === 0)
      return names;
    module._PyErr_Clear();
    return null;
  }

  #codeOf(result: Pointer): number {
    const module = this.#module;
    if (result !== 0) return DONE;
    const error = module._PyErr_GetRaisedException();
    module._PyObject_SetAttrString(this.#moduleObject, this.#names.failure, error);
    return RAISED;
  }
}
