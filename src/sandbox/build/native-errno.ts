/**
 * Has the interpreter ask a function of the harness before it makes an exception of the system's `errno`: Emscripten
 * numbers errors after WASI, where 44 is what Linux calls 2, and musl words some of them otherwise than glibc.
 */
import { withFunctions } from './linked-functions.ts';
import { NATIVE_ERRNO } from './native-errno-module.ts';
import { WasmTexts } from './wasm-text.ts';

/** Help for a command line, which no browser has: room for a name. */
const ROOM = 'usage: %ls [option]';
/** What `sys` holds the function under (harness/errors.py). */
const HOOK = '__native_error__\0';

/**
 * @param wasm Pyodide's interpreter; it is changed, and returned with more changes
 * @throws when it does not hold what is known
 */
export function withNativeErrno(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length);
  const { offset, address } = new WasmTexts(bytes).find(ROOM);
  bytes.write(HOOK, offset, 'latin1');
  const addresses = { hook: address };
  return withFunctions(wasm, Uint8Array.from(Buffer.from(NATIVE_ERRNO, 'base64')), { addresses });
}
