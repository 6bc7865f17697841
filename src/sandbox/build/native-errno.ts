/**
 * Has the interpreter ask a function of the harness before it makes an exception of the system's `errno`: Emscripten
 * numbers errors after WASI, where 44 is what Linux calls 2, and musl words some of them otherwise than glibc.
 */
import { withFunctions } from './linked-functions.ts';
import { NATIVE_ERRNO } from './native-errno-module.ts';
import { KIND } from './wasm-reader.ts';
import { CALL, WasmParts } from './wasm-parts.ts';
import { WasmTexts } from './wasm-text.ts';
import { leb } from './wasm-writer.ts';

/** Help for a command line, which no browser has: room for a name. */
const ROOM = 'Try `python -h';
/** The name under which `sys` holds the function (harness/errors.py). */
const HOOK = '__native_error__\0';

/**
 * @param wasm Pyodide's interpreter; it is changed, and returned with more changes
 * @throws when it does not hold what is known
 */
export function withNativeErrno(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const { offset, address } = new WasmTexts(bytes).find(ROOM);
  bytes.write(HOOK, offset, 'latin1');
  retryNativeInterruption(bytes, new WasmParts(wasm));
  const addresses = { hook: address };
  return withFunctions(wasm, Uint8Array.from(Buffer.from(NATIVE_ERRNO, 'base64')), { addresses });
}

/** `EINTR` after WASI and after Linux. Linux has 27 for a file that is too large. */
const INTERRUPTED = { here: 27, native: 4 };
/** Modules/_io/bufferedio.c, `_PyIO_trap_eintr`, behind a call of `PyErr_Clear`: `if (number != EINTR)`. */
const COMPARED = Buffer.from([0x20, 2, 0x41, INTERRUPTED.here, 0x47]);

/** Has buffers try again for the native number, which they read from the exception. */
function retryNativeInterruption(bytes: Buffer, parts: WasmParts): void {
  const clear = parts.exportOf('PyErr_Clear', KIND.function);
  const code = Buffer.concat([Buffer.from([CALL, ...leb(clear)]), COMPARED]);
  const at = bytes.indexOf(code);
  if (at === -1 || bytes.includes(code, at + 1)) {
    throw new Error('the interpreter tells an interruption in no place that is known, or in more than one');
  }
  bytes[at + code.length - 2] = INTERRUPTED.native;
}
