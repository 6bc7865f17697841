/**
 * References to built-in functions, taken before any submission runs. A submission that reaches JavaScript may
 * replace methods of prototypes, so the engine keeps these references instead of looking methods up again. This is
 * the second line of defense. The first one is that such a submission taints its worker (import-guard.ts).
 */
const { apply } = Reflect;
const typedArray = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;
const setBytes = typedArray.set;
const subarrayOf = typedArray.subarray;
const fillBytes = typedArray.fill;
const { decode } = TextDecoder.prototype;
const { encode } = TextEncoder.prototype;
const performanceNow = performance.now;
const theClock = performance;
const { postMessage } = MessagePort.prototype;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8 = new TextEncoder();

export const Bytes = Uint8Array;
export const keysOf = Object.keys;

export function copyBytes(target: Uint8Array, source: Uint8Array, offset: number): void {
  apply(setBytes, target, [source, offset]);
}

export function zeroBytes(target: Uint8Array, from: number, to: number): void {
  if (to > from) apply(fillBytes, target, [0, from, to]);
}

export function viewOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  return apply(subarrayOf, bytes, [from, to]) as Uint8Array;
}

/** Decodes UTF-8. Returns null if the bytes are not UTF-8. */
export function decodeStrict(bytes: Uint8Array): string | null {
  try {
    return apply(decode, strictUtf8, [bytes]) as string;
  } catch {
    return null;
  }
}

export function decodeLoose(bytes: Uint8Array): string {
  return apply(decode, looseUtf8, [bytes]) as string;
}

export function encodeUtf8(text: string): Uint8Array {
  return apply(encode, utf8, [text]) as Uint8Array;
}

const readData = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!.get!;

/** Returns the data of a message. With a plain `event.data`, a replaced getter would receive the event and its port. */
export function dataOf(event: MessageEvent): unknown {
  return apply(readData, event, []);
}

/** Returns milliseconds of a monotonic clock. */
export function now(): number {
  return apply(performanceNow, theClock, []) as number;
}

/** Returns a `postMessage` that is bound to one port. */
export function posterTo<Message>(port: MessagePort): (message: Message, transfer?: Transferable[]) => void {
  return (message, transfer) => {
    apply(postMessage, port, transfer === undefined ? [message] : [message, transfer]);
  };
}
