/**
 * Detects size errors: exceptions about numbers that do not fit into 32 bits. An uncaught size error is visible at the
 * end of the test. If the program catches it, the program behaves differently from native Python without any other
 * sign.
 *
 * The interpreter also creates size errors for its own use: `range(10**10)` tries 32 bits first, and clears the error.
 * Only an error that was raised through a Python frame has a traceback. So a reference to the newest error is kept
 * until its traceback can be read.
 */
import { addToTable } from './deep-stack.ts';
import { isSizeText } from './other-form.ts';
import type { EmscriptenModule, Pointer } from './pyodide-internals.ts';
import { textAt } from './python-calls.ts';
import { decodeLoose, viewOf } from './primordials.ts';

/** Offsets in CPython's structures, in 32-bit words. Source: Include/cpython/object.h, pyerrors.h, unicodeobject.h. */
const TYPE_WORD = 1;
const TYPE_VECTORCALL = 50;
const EXCEPTION_TRACEBACK = 5;
const TEXT_LENGTH = 2;
const TEXT_CHARACTERS = 5;
/** Mask for the number of arguments of a vectorcall. The bit above the mask is a flag. */
const COUNT_BITS = 0x7fff_ffff;
const SHORTEST_TEXT = 30;
const LONGEST_TEXT = 100;
/**
 * The start of most messages of size errors. Its first four characters are compared as one word. The letter after
 * it shows the C type.
 */
const TOO_LARGE = 'Python int too large to convert to C ';
const FIRST_WORD = 0x6874_7950;
const [LONG, SIZE, UNSIGNED] = ['l', 's', 'u'].map((letter) => letter.charCodeAt(0));

type Vectorcall = (type: Pointer, args: Pointer, count: number, names: Pointer) => Pointer;

const Words = Int32Array;

export class SizeErrors {
  readonly #module: EmscriptenModule;
  readonly #textType: Pointer;
  #seenBytes: Uint8Array | null = null;
  #seenWords: Int32Array = new Words(0);
  /**
   * Address of an error that may still be raised in Python, or 0 if there is none. This class owns a reference to the
   * error.
   */
  #newestError: Pointer = 0;
  #wasCaught = false;

  /**
   * Must be called before the first image is captured, because it changes the type `OverflowError`.
   * @param table the interpreter's table of functions
   */
  constructor(module: EmscriptenModule, table: WebAssembly.Table) {
    this.#module = module;
    const builtins = module._PyImport_AddModule(textAt(module, 'builtins'));
    const type = module._PyObject_GetAttrString(builtins, textAt(module, 'OverflowError'));
    const name = module._PyObject_GetAttrString(type, textAt(module, '__name__'));
    const words = this.#words();
    this.#textType = words[name / 4 + TYPE_WORD]!;
    const at = type / 4 + TYPE_VECTORCALL;
    const makeError = table.get(words[at]!) as Vectorcall;
    const watchedCall: Vectorcall = (errorType, args, count, names) => {
      const error = makeError(errorType, args, count, names);
      if (error !== 0 && (count & COUNT_BITS) === 1) this.#onMade(error, args);
      return error;
    };
    words[at] = addToTable(table, watchedCall, 4);
  }

  /**
   * Discards earlier errors, which stay in memory if tests share one state. Must be called before each call into
   * Python.
   */
  begin(): void {
    this.#newestError = 0;
    this.#wasCaught = false;
  }

  /** Whether a size error was raised through a Python frame since `begin`. */
  get hasBeenRaised(): boolean {
    return this.#wasCaught || this.#wasRaised();
  }

  #onMade(error: Pointer, args: Pointer): void {
    if (this.#wasCaught || !this.#isAboutSize(this.#words()[args / 4]!)) return;
    this.#wasCaught = this.#wasRaised();
    if (this.#newestError !== 0) this.#module._Py_DecRef(this.#newestError);
    this.#newestError = this.#wasCaught ? 0 : error;
    if (this.#newestError !== 0) this.#words()[error / 4]! += 1;
  }

  #wasRaised(): boolean {
    return this.#newestError !== 0 && this.#words()[this.#newestError / 4 + EXCEPTION_TRACEBACK] !== 0;
  }

  /**
   * Whether an exception's only argument is the message of a size error. A loop may raise millions of exceptions, so
   * most are decided by a few 32-bit words, without decoding the text.
   */
  #isAboutSize(object: Pointer): boolean {
    const words = this.#words();
    const length = words[object / 4 + TEXT_LENGTH]!;
    if (words[object / 4 + TYPE_WORD] !== this.#textType || length < SHORTEST_TEXT || length > LONGEST_TEXT)
      return false;
    const textStart = object + TEXT_CHARACTERS * 4;
    if (words[textStart / 4] === FIRST_WORD) {
      const letter = this.#module.HEAPU8[textStart + TOO_LARGE.length]!;
      return letter === LONG || letter === SIZE || letter === UNSIGNED;
    }
    return isSizeText(decodeLoose(viewOf(this.#module.HEAPU8, textStart, textStart + length)));
  }

  #words(): Int32Array {
    const { HEAPU8: bytes } = this.#module;
    // Emscripten creates a new view when memory has grown.
    if (bytes !== this.#seenBytes) {
      this.#seenBytes = bytes;
      this.#seenWords = new Words(bytes.buffer);
    }
    return this.#seenWords;
  }
}
