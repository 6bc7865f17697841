/**
 * The border between Python and JavaScript. Python reaches JavaScript only through WebAssembly imports;
 * every import outside the allow-list is wrapped. The first foreign call while a submission runs is
 * reported *before* it happens, when all JavaScript state is still pristine, so the report can neither
 * be forged nor held back. The flag lives in a closure, outside WebAssembly memory.
 */
import { ALLOWED_IMPORTS } from './import-allow-list.ts';
import { keysOf } from './primordials.ts';

const { apply } = Reflect;

type Import = (this: unknown, ...args: unknown[]) => unknown;

export class ImportGuard {
  readonly #report: (name: string) => void;
  #running = false;
  #tainted = false;
  /** An import without an effect that may be called just now; null for none. */
  pardoned: string | null = null;

  /** @param report posts the taint to the host, at once */
  constructor(report: (name: string) => void) {
    this.#report = report;
  }

  /** True exactly around a call into submission code. */
  set running(value: boolean) {
    this.#running = value;
  }

  /**
   * Wraps one import object in place: Emscripten's `dlsym` and side modules read the same object.
   * Aliases (one function under several names) stay aliases, because equal functions share a slot of
   * the function table and table slots are part of a memory snapshot.
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
      // Where the stack is too full to report, this throws, and the call does not happen.
      this.#report(name);
      this.#tainted = true;
    };
    // Emscripten hangs signatures on imports as own properties.
    return Object.assign(function (this: unknown, ...args: unknown[]) {
      note();
      return apply(original, this, args);
    }, original);
  }
}
