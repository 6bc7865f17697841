// @ts-check
/** The thread of boot-memory.ts. Its data is `{ script, wasm, library }`. */
import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { MessageChannel, MessagePort, parentPort, workerData } from 'node:worker_threads';

/** 1 January 2026, in milliseconds. All files have this time, too. */
const NOW = 1_767_225_600_000;

/** The globals of a browser's worker that Python needs to start. */
const WORLD = {
  ...{
    AbortController,
    AbortSignal,
    Event,
    EventTarget,
    MessageChannel,
    MessagePort,
    TextDecoder,
    TextEncoder,
  },
  ...{ URL, Request, Response, atob, clearTimeout, console, queueMicrotask, setTimeout },
  MessageEvent: class MessageEvent {
    get data() {
      return null;
    }
  },
  // The same value as in all browsers.
  navigator: { userAgent: 'Mozilla/5.0', platform: '' },
  location: new URL('https://invalid.invalid/'),
  performance: { now: () => 0 },
  crypto: { getRandomValues: fixedBytes },
};

/** The number of random blocks so far. Every build gets the same blocks. */
let drawn = 0;
/** @param {Uint8Array} bytes */
function fixedBytes(bytes) {
  for (let at = 0; at < bytes.length; at += 32) {
    const block = createHash('sha256').update(`allpass ${drawn++}`).digest();
    bytes.set(block.subarray(0, bytes.length - at), at);
  }
  return bytes;
}

const realm = vm.createContext({ ...WORLD });
vm.runInContext(
  `{
    const { Date } = globalThis;
    Date.now = () => ${NOW};
    class WorkerGlobalScope {}
    globalThis.WorkerGlobalScope = WorkerGlobalScope;
    Object.setPrototypeOf(Object.getPrototypeOf(globalThis), WorkerGlobalScope.prototype);
    globalThis.self = globalThis;
  }`,
  realm,
);
vm.runInContext(workerData.script, realm, { filename: 'snapshot.worker.js' });
/** @type {import('../protocol/build-snapshot.ts').BootMemory} */
const bootMemory = realm['bootMemory'];
parentPort?.postMessage(await bootMemory(workerData.wasm, workerData.library.slice().buffer));
