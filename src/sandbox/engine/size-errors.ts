/**
 * Notices errors about sizes of 32 bits that a program catches itself. An uncaught one is seen at the end of the test; a
 * caught one sends the program another way than natively, and leaves no other trace.
 *
 * The interpreter makes such errors for its own use, too (`range(10**10)` tries 32 bits first, and clears the error). Only
 * one that has passed through a frame of Python has a traceback. So the newest is kept alive until it is known to have one.
 */
import { isSizeText } from './other-form.ts';
import type { EmscriptenModule, Pointer } from './pyodide-internals.ts';
import { textAt } from './python-calls.ts';
import { acceptFunctions } from './table-functions.ts';
import { decodeLoose, viewOf } from './primordials.ts';

/** Places in CPython's structures, in words of 32 bits. Source: Include/cpython/object.h, pyerrors.h, unicodeobject.h. */
const TYPE = 1;
const TYPE_VECTORCALL = 50;
const EXCEPTION_TRACEBACK = 5;
const TEXT_LENGTH = 2;
const TEXT_CHARACTERS = 5;
/** Of a vectorcall's count of arguments; the bit above it is a flag. */
const COUNT = 0x7fff_ffff;
const LONGEST_TEXT = 100;

type Vectorcall = (type: Pointer, args: Pointer, count: number, names: Pointer) => Pointer;

const Words = Int32Array;

export class SizeErrors {
  readonly #module: EmscriptenModule;
  readonly #textType: Pointer;
  /** Address of an error that may yet be raised in Python, with a reference to it; 0 for none. */
  #newest: Pointer = 0;
  #wasCaught = false;

  /**
   * Must come before the first image is captured: it changes the type `OverflowError`.
   * @param table the interpreter's functions
   */
  constructor(module: EmscriptenModule, table: WebAssembly.Table) {
    this.#module = module;
    const builtins = module._PyImport_AddModule(textAt(module, 'builtins'));
    const type = module._PyObject_GetAttrString(builtins, textAt(module, 'OverflowError'));
    const name = module._PyObject_GetAttrString(type, textAt(module, '__name__'));
    const words = this.#words();
    this.#textType = words[name / 4 + TYPE]!;
    const at = type / 4 + TYPE_VECTORCALL;
    const make = table.get(words[at]!) as Vectorcall;
    const watched: Vectorcall = (made, args, count, names) => {
      const error = make(made, args, count, names);
      if (error !== 0 && (count & COUNT) === 1) this.#onMade(error, args);
      return error;
    };
    const slot = table.grow(1);
    acceptFunctions(table, [Object.assign(watched, { sig: 'iiiii' })]);
    table.set(slot, watched);
    words[at] = slot;
  }

  /** Before a call into Python, whose memory has been put back: what was kept is no longer there. */
  begin(): void {
    this.#newest = 0;
    this.#wasCaught = false;
  }

  /** Whether such an error has passed through a frame of Python since `begin`. */
  get seen(): boolean {
    return this.#wasCaught || this.#wasRaised();
  }

  #onMade(error: Pointer, args: Pointer): void {
    if (this.#wasCaught || !isSizeText(this.#textAt(this.#words()[args / 4]!))) return;
    this.#wasCaught = this.#wasRaised();
    if (this.#newest !== 0) this.#module._Py_DecRef(this.#newest);
    this.#newest = this.#wasCaught ? 0 : error;
    if (this.#newest !== 0) this.#words()[error / 4]! += 1;
  }

  #wasRaised(): boolean {
    return this.#newest !== 0 && this.#words()[this.#newest / 4 + EXCEPTION_TRACEBACK] !== 0;
  }

  /** A short ASCII string; '' for any other object. */
  #textAt(object: Pointer): string {
    const words = this.#words();
    const length = words[object / 4 + TEXT_LENGTH]!;
    if (words[object / 4 + TYPE] !== this.#textType || length > LONGEST_TEXT) return '';
    const from = object + TEXT_CHARACTERS * 4;
    return decodeLoose(viewOf(this.#module.HEAPU8, from, from + length));
  }

  /** Made anew each time: memory may have grown. */
  #words(): Int32Array {
    return new Words(this.#module.HEAPU8.buffer);
  }
}
