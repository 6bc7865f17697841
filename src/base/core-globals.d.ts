/**
 * The globals that core code (base, domain, judge, models, datasets, lab and runs, without their hosts/) may use,
 * because every host provides them. The compiler rejects all other globals there.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
interface AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
interface Timer {
  readonly brand: 'Timer';
}
type Transferable = ArrayBuffer | MessagePort;
interface MessagePort {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  start(): void;
  close(): void;
}
interface MessageChannel {
  readonly port1: MessagePort;
  readonly port2: MessagePort;
}
interface Response {
  readonly ok: boolean;
  readonly status: number;
  json(): Promise<unknown>;
  text(): Promise<string>;
}
interface Blob {
  readonly size: number;
}
interface File extends Blob {
  readonly name: string;
}
declare namespace WebAssembly {
  interface Module {
    readonly brand: 'WebAssembly.Module';
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  const Instance: new (module: Module, imports: Record<string, Record<string, Memory>>) => Instance;
}

declare const AbortSignal: { any(signals: readonly AbortSignal[]): AbortSignal };
declare const AbortController: new () => AbortController;
declare function setTimeout(callback: () => void, milliseconds?: number): Timer;
declare function clearTimeout(timer: Timer | undefined): void;
declare const MessageChannel: new () => MessageChannel;
declare function fetch(url: string, options?: { signal?: AbortSignal | undefined }): Promise<Response>;
declare function atob(text: string): string;
declare const performance: { now(): number };
declare const crypto: {
  getRandomValues(array: Uint32Array<ArrayBuffer>): Uint32Array;
  readonly subtle: {
    digest(algorithm: 'SHA-256', bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<ArrayBuffer>;
  };
};
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };
declare const TextDecoder: new (
  label?: string,
  options?: { fatal?: boolean },
) => { decode(bytes?: Uint8Array): string };
declare function atob(text: string): string;
declare const CompressionStream: new (format: 'gzip') => object;
declare const DecompressionStream: new (format: 'gzip' | 'deflate' | 'deflate-raw') => object;
declare const URL: {
  canParse(url: string, base?: string): boolean;
  new (url: string, base?: string): ParsedUrl;
};
interface ParsedUrl {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  readonly search: string;
  readonly username: string;
  readonly password: string;
}
