/**
 * Makes the interpreter call a function of the harness before it creates an exception from `errno`. Emscripten uses the
 * error numbers of WASI, where 44 is the number 2 of Linux, and some messages of musl differ from those of glibc.
 */
import { withFunctions } from './linked-functions.ts';
import { NATIVE_ERRNO } from './wasm-modules.ts';
import { KIND, leb, onlyOne, offsetsOf } from './wasm-bytes.ts';
import { CALL, WasmParts } from './wasm-parts.ts';
import { WasmTexts } from './wasm-text.ts';

/** Help text of the command line, which a browser does not use. HOOK_NAME overwrites its start. */
const OVERWRITTEN_HELP = 'Try `python -h';
/** The attribute of `sys` that contains the function (harness/errors.py). */
const HOOK_NAME = '__native_error__\0';

/**
 * Links the functions of native-errno.wat, which call the harness before an exception is created.
 * @param wasm Pyodide's interpreter, which is modified; the result has further changes
 * @throws when it does not contain the expected functions and strings
 */
export function withNativeErrno(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const { offset, address } = new WasmTexts(bytes).find(OVERWRITTEN_HELP);
  bytes.write(HOOK_NAME, offset, 'latin1');
  retryNativeInterruption(bytes, new WasmParts(wasm));
  const addresses = { hook: address };
  return withFunctions(wasm, Uint8Array.from(Buffer.from(NATIVE_ERRNO, 'base64')), { addresses });
}

/** The number of `EINTR` in WASI and in Linux. In Linux, 27 means that a file is too large. */
const EINTR_VALUES = { here: 27, native: 4 };
/** `if (number != EINTR)` in `_PyIO_trap_eintr` (Modules/_io/bufferedio.c), after a call of `PyErr_Clear`. */
const COMPARISON_CODE = Buffer.from([0x20, 2, 0x41, EINTR_VALUES.here, 0x47]);

/**
 * Makes buffers retry after an exception with Linux's number of `EINTR`, because they read the number from the
 * exception.
 */
function retryNativeInterruption(bytes: Buffer, parts: WasmParts): void {
  const clear = parts.exportOf('PyErr_Clear', KIND.function);
  const code = Buffer.concat([Buffer.from([CALL, ...leb(clear)]), COMPARISON_CODE]);
  const at = onlyOne(
    offsetsOf(bytes, code),
    (count) =>
      `the interpreter compares a number with that of an interruption in ${count} places, 1 expected`,
  );
  bytes[at + code.length - 2] = EINTR_VALUES.native;
}
