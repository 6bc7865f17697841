/**
 * Detects when a program reaches JavaScript. Python reaches JavaScript only through WebAssembly imports, and every
 * import outside the allow-list is wrapped. The first call of a wrapped import while a submission runs is reported
 * *before* it happens, while the program has not changed any JavaScript state. So the program can neither forge nor
 * suppress the report. The flag is a private field, outside WebAssembly memory.
 */
import { ALLOWED_IMPORTS } from './import-allow-list.ts';
import { keysOf } from './primordials.ts';

const { apply } = Reflect;

type Import = (this: unknown, ...args: unknown[]) => unknown;

export class ImportGuard {
  readonly #report: (name: string) => void;
  #running = false;
  #tainted = false;
  /** An import without an effect that may be called at the moment without a report; null for none. */
  pardoned: string | null = null;

  /** @param report posts the name of the import to the host at once */
  constructor(report: (name: string) => void) {
    this.#report = report;
  }

  /** Set to true before a call into submission code, and to false after it. */
  set running(value: boolean) {
    this.#running = value;
  }

  /**
   * Wraps the functions of an import object in place, because Emscripten's `dlsym` and side modules read the same
   * object. Aliases (one function under several names) stay aliases: equal functions share a slot of the function
   * table, and a memory snapshot contains slot numbers.
   */
  wrap(imports: Record<string, unknown>): void {
    const wrappers = new Map<Import, Import>();
    for (const name of keysOf(imports)) {
      const original = imports[name];
      if (typeof original !== 'function' || ALLOWED_IMPORTS.has(name)) continue;
      let wrapper = wrappers.get(original as Import);
      if (wrapper === undefined) {
        wrapper = this.#guarded(name, original as Import);
        wrappers.set(original as Import, wrapper);
      }
      imports[name] = wrapper;
    }
  }

  #guarded(name: string, original: Import): Import {
    const note = () => {
      if (!this.#running || this.#tainted || name === this.pardoned) return;
      // When the stack is too full to report, this throws, and the call does not happen.
      this.#report(name);
      this.#tainted = true;
    };
    // Emscripten stores signatures as own properties of imports.
    return Object.assign(function (this: unknown, ...args: unknown[]) {
      note();
      return apply(original, this, args);
    }, original);
  }
}
