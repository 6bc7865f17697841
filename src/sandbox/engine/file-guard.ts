/**
 * Every byte a program writes to a file passes here. Two rules: the bytes of a file that belongs to an
 * image are copied before the first write (an image shares them, so a write in place would outlive every
 * restore), and what files gain is capped, because they live in JavaScript arrays that the memory cap
 * does not see.
 */
import { Bytes, copyBytes } from './primordials.ts';
import type { EmscriptenModule, FileNode, StreamOperations } from './pyodide-internals.ts';

const { apply } = Reflect;
const FILE_BYTES = 64 << 20;
/** ENOSPC in Emscripten's numbering. */
const NO_SPACE = 51;

export class FileGuard {
  readonly #module: EmscriptenModule;
  /** Contents of files that belong to an image. */
  readonly #shared = new WeakSet<object>();
  readonly #exempt: ReadonlySet<FileNode>;
  #gained = 0;

  /** @param exempt files of the harness itself, which must take a result when all space is gone */
  constructor(module: EmscriptenModule, exempt: readonly FileNode[]) {
    this.#module = module;
    this.#exempt = new Set(exempt);
    const { MEMFS } = module;
    const { expandFileStorage, resizeFileStorage } = MEMFS;
    MEMFS.expandFileStorage = (node, capacity) => {
      // Asked for before every write; it does nothing where there is room.
      if (capacity > heldBy(node)) this.#count(node, capacity);
      apply(expandFileStorage, MEMFS, [node, capacity]);
    };
    MEMFS.resizeFileStorage = (node, size) => {
      this.#count(node, size);
      apply(resizeFileStorage, MEMFS, [node, size]);
    };
    // Streams take their operations from the table; writing back a memory map takes them from MEMFS.
    this.#guardWrites(MEMFS.ops_table.file.stream);
    if (MEMFS.stream_ops !== MEMFS.ops_table.file.stream) this.#guardWrites(MEMFS.stream_ops);
  }

  /** From now on these bytes are copied before a program writes to the file that holds them. */
  share(contents: FileNode['contents']): void {
    if (typeof contents === 'object' && contents !== null) this.#shared.add(contents);
  }

  /** Belongs to every restore, which drops what was gained, and to a capture, which makes it the image's. */
  reset(): void {
    this.#gained = 0;
  }

  #guardWrites(operations: StreamOperations): void {
    const { write } = operations;
    operations.write = (stream, buffer, offset, length, position, canOwn) => {
      const { node } = stream;
      this.#ownContents(node);
      // The first write to an empty file takes a shortcut past `expandFileStorage`.
      if (node.usedBytes === 0 && position === 0) this.#count(node, length);
      return apply(write, operations, [stream, buffer, offset, length, position, canOwn]) as number;
    };
  }

  #ownContents(node: FileNode): void {
    const { contents } = node;
    if (!ArrayBuffer.isView(contents) || !this.#shared.has(contents)) return;
    this.#gain(contents.byteLength);
    const own = new Bytes(contents.byteLength);
    copyBytes(own, new Bytes(contents.buffer, contents.byteOffset, contents.byteLength), 0);
    node.contents = own;
  }

  /** The file is about to hold `size` bytes at least. */
  #count(node: FileNode, size: number): void {
    const change = size - heldBy(node);
    const { contents } = node;
    if (this.#exempt.has(node)) return;
    if (change > 0) this.#gain(change);
    // Bytes that an image holds are not released.
    else if (contents && !this.#shared.has(contents)) this.#gained = Math.max(0, this.#gained + change);
  }

  #gain(bytes: number): void {
    this.#gained += bytes;
    if (this.#gained > FILE_BYTES) throw new this.#module.FS.ErrnoError(NO_SPACE);
  }
}

function heldBy(node: FileNode): number {
  return ArrayBuffer.isView(node.contents) ? node.contents.byteLength : 0;
}
