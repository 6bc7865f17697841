/**
 * Cuts the worker's global scope down to what the language and Pyodide need. The frame's policy is the
 * wall against the network; this removes what the policy does not cover: `Worker` (fork bombs take the
 * frame's process down), `BroadcastChannel` (workers could talk), `navigator` (a storage query hangs
 * Firefox's worker for good), `caches` (WebKit opens it even here).
 */
const KEPT = new Set(
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
      if (!KEPT.has(name)) removeGlobal(holder, name);
    }
  }
}

function removeGlobal(holder: object, name: string): void {
  if (Reflect.deleteProperty(holder, name) && !(name in holder)) return;
  // A name that cannot be deleted is shadowed; a name that cannot be redefined either is harmless (checked by a
  // test).
  Reflect.defineProperty(holder, name, { value: undefined, writable: false, configurable: false });
}
