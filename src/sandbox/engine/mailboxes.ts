/** Small files in /judge through which the engine and the harness exchange text without shared objects. */
import { Bytes, decodeLoose, encodeUtf8 } from './primordials.ts';
import type { EmscriptenModule, FileNode } from './pyodide-internals.ts';

const MAILBOX_NAMES = [
  'source',
  'form',
  'preamble',
  'function',
  'execution',
  'without',
  'check',
  'arguments',
  'result',
  'alarm',
] as const;
/** A signal that the program requests after `milliseconds`. 0 milliseconds cancel the alarm. */
export interface Alarm {
  readonly milliseconds: number;
  readonly signal: number;
}
export type Mailbox = (typeof MAILBOX_NAMES)[number];

export class Mailboxes {
  readonly nodes: readonly FileNode[];
  readonly #boxes: Readonly<Record<Mailbox, FileNode>>;

  constructor({ FS }: EmscriptenModule) {
    FS.mkdir('/judge');
    const boxes = MAILBOX_NAMES.map((name) => {
      const path = `/judge/${name}`;
      FS.writeFile(path, '');
      return [name, FS.lookupPath(path).node] as const;
    });
    this.#boxes = Object.fromEntries(boxes) as Record<Mailbox, FileNode>;
    this.nodes = boxes.map(([, node]) => node);
  }

  put(box: Mailbox, text: string): void {
    const bytes = encodeUtf8(text);
    this.#boxes[box].contents = bytes;
    this.#boxes[box].usedBytes = bytes.length;
  }

  result(): Uint8Array {
    return this.#bytes('result');
  }

  /** Returns the alarm that the program has set since the last call, or null if it has set none. */
  takeAlarm(): Alarm | null {
    const box = this.#boxes.alarm;
    if (box.usedBytes === 0) return null;
    const [, milliseconds, signal] = /^(\d+) (14|26|27)$/.exec(decodeLoose(this.#bytes('alarm'))) ?? [];
    box.usedBytes = 0;
    return signal === undefined ? null : { milliseconds: Number(milliseconds), signal: Number(signal) };
  }

  #bytes(name: Mailbox): Uint8Array {
    const { contents, usedBytes } = this.#boxes[name];
    // Emscripten stores the bytes of a single write as an `Int8Array`.
    if (!ArrayBuffer.isView(contents)) return new Bytes(0);
    return new Bytes(contents.buffer, contents.byteOffset, usedBytes);
  }
}
