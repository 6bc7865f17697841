/**
 * Assert mode's last step. The engine evaluates the check by itself, from code it took out of Python before any
 * submission code ran: whether the check ran to its end is what the interpreter's C function returns, and no
 * Python object stands for it. See assertions.py.
 */
import type { ImportGuard } from './import-guard.ts';
import type { EmscriptenModule, Pointer } from './pyodide-internals.ts';
import { DONE, RAISED, textAt, type CallEnd, type PythonCalls } from './python-calls.ts';

/** The import that the watching hook in assertions.py calls: it changes nothing, in a browser. */
const SIGNAL = '__syscall_umask_js';

export class Assertion {
  readonly #module: EmscriptenModule;
  readonly #guard: ImportGuard;
  readonly #calls: PythonCalls;
  readonly #holder: Pointer;
  readonly #names: { readonly builtins: Pointer; readonly failure: Pointer };
  #code: Pointer = 0;
  #builtins: Pointer = 0;
  #namespace: Pointer = 0;

  /** Must come before the first image is captured: it leaves references behind. */
  constructor(module: EmscriptenModule, guard: ImportGuard, calls: PythonCalls) {
    this.#module = module;
    this.#guard = guard;
    this.#calls = calls;
    this.#holder = module._PyImport_AddModule(textAt(module, 'allpass_assertions'));
    this.#names = { builtins: textAt(module, '__builtins__'), failure: textAt(module, 'failure') };
  }

  /** Call after the program was compiled, before it runs and before the image of that state is captured. */
  take(): void {
    this.#code = this.#calls.take('take_check');
    this.#builtins = this.#calls.take('take_builtins');
    this.#namespace = this.#calls.take('take_namespace');
  }

  /** Runs the program, and the check if the program's top level came to its end. DONE is a pass. */
  run(): CallEnd {
    let end = this.#calls.enter('run_asserted');
    if (end.kind !== 'returned') return end;
    end = end.code === DONE ? this.#calls.run(() => this.#evaluate()) : { ...end, code: RAISED };
    if (end.kind !== 'returned') return end;
    // It is decided; what follows flushes the streams and reports, and looks into frames to do so.
    this.#guard.pardoned = SIGNAL;
    const closed = this.#calls.enter('end_assertion');
    this.#guard.pardoned = null;
    return closed.kind === 'returned' ? end : closed;
  }

  #evaluate(): number | null {
    const module = this.#module;
    const names = module._PyDict_Copy(this.#namespace);
    if (names === 0 || module._PyDict_SetItemString(names, this.#names.builtins, this.#builtins) !== 0) {
      module._PyErr_Clear();
      return null;
    }
    if (module._PyEval_EvalCode(this.#code, names, names) !== 0) return DONE;
    const error = module._PyErr_GetRaisedException();
    module._PyObject_SetAttrString(this.#holder, this.#names.failure, error);
    return RAISED;
  }
}
