/**
 * Reduces the worker's global scope to the names that the language and Pyodide need. The frame's policy blocks the
 * network. This removes names that the policy does not cover: `Worker` (fork bombs crash the frame's process),
 * `BroadcastChannel` (workers could exchange data), `navigator` (a storage query hangs Firefox's worker forever),
 * `caches` (WebKit opens it even in this frame). `SharedArrayBuffer` is not in the list either, and a shared
 * `WebAssembly.Memory` refuses to give one.
 */
const KEPT_GLOBALS = new Set(
  [
    'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date',
    'Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError',
    'globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array',
    'Int32Array Float32Array Float64Array Float16Array Uint8ClampedArray BigUint64Array BigInt64Array',
    'DataView Map BigInt Set WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry decodeURI',
    'decodeURIComponent encodeURI encodeURIComponent escape unescape eval isFinite isNaN WebAssembly',
    'console performance crypto setTimeout clearTimeout setInterval clearInterval queueMicrotask',
    'structuredClone TextEncoder TextDecoder DOMException AbortController AbortSignal Event EventTarget',
    'Iterator SuppressedError DisposableStack AsyncDisposableStack URL Headers Request Response',
    'ReadableStream MessageChannel MessagePort self location constructor',
  ]
    .join(' ')
    .split(' '),
);

export function cutGlobals(scope: object): void {
  for (
    let holder: object | null = scope;
    holder !== null && holder !== Object.prototype;
    holder = Object.getPrototypeOf(holder) as object | null
  ) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (!KEPT_GLOBALS.has(name)) removeGlobal(holder, name);
    }
  }
  refuseSharedBuffers();
}

/**
 * Makes `Memory.buffer` throw a TypeError for a shared memory. Any script can create such a memory, or a module that has
 * one. With a second thread it would be a clock of nanoseconds. Chromium passes it to no other thread, because the frame's
 * origin is opaque; Firefox does if the page is isolated. Pyodide creates one while it loads, so this comes later.
 */
function refuseSharedBuffers(): void {
  const { prototype } = WebAssembly.Memory;
  const readBuffer = Object.getOwnPropertyDescriptor(prototype, 'buffer')!.get!;
  const readLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')!.get!;
  const { apply } = Reflect;
  Object.defineProperty(prototype, 'buffer', {
    configurable: false,
    get(this: WebAssembly.Memory): ArrayBuffer {
      const buffer = apply(readBuffer, this, []) as ArrayBuffer;
      // Throws for every other object than an `ArrayBuffer`.
      apply(readLength, buffer, []);
      return buffer;
    },
  });
  // Newer ways to a buffer, which Pyodide does not use.
  for (const name of ['toResizableBuffer', 'toFixedLengthBuffer']) Reflect.deleteProperty(prototype, name);
}

function removeGlobal(holder: object, name: string): void {
  if (Reflect.deleteProperty(holder, name) && !(name in holder)) return;
  // A name that cannot be deleted is set to `undefined`. A name that cannot be redefined either is harmless, which a
  // test checks.
  Reflect.defineProperty(holder, name, { value: undefined, writable: false, configurable: false });
}
