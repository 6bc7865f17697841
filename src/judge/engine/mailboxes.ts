/** Small files under /judge through which the engine and the harness speak: no object crosses the border. */
import { Bytes, decodeLoose, encodeUtf8 } from './primordials.ts';
import type { EmscriptenModule, FileNode } from './pyodide-internals.ts';

const NAMES = [
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
export type Mailbox = (typeof NAMES)[number];

export class Mailboxes {
  readonly nodes: readonly FileNode[];
  readonly #boxes: Readonly<Record<Mailbox, FileNode>>;

  constructor({ FS }: EmscriptenModule) {
    FS.mkdir('/judge');
    const boxes = NAMES.map((name) => {
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

  /** In how many milliseconds the program wants to be rung, 0 for never; null where it has not said so since. */
  takeAlarm(): number | null {
    const box = this.#boxes.alarm;
    if (box.usedBytes === 0) return null;
    const milliseconds = Number(decodeLoose(this.#bytes('alarm')));
    box.usedBytes = 0;
    return milliseconds >= 0 ? milliseconds : null;
  }

  #bytes(name: Mailbox): Uint8Array {
    const { contents, usedBytes } = this.#boxes[name];
    // Emscripten keeps what one write brought as a signed array.
    if (!ArrayBuffer.isView(contents)) return new Bytes(0);
    return new Bytes(contents.buffer, contents.byteOffset, usedBytes);
  }
}
