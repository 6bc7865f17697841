/**
 * Intercepts every write to a file in memory, for two reasons. An image shares the bytes of its files, so they are
 * copied before the first write; otherwise the write would survive every restore. The growth of files is limited,
 * because they are JavaScript arrays, which the memory limit does not cover.
 */
import { Bytes, copyBytes } from './primordials.ts';
import type { EmscriptenModule, FileNode, StreamOperations } from './pyodide-internals.ts';

const { apply } = Reflect;
const FILE_BYTES = 64 << 20;
/** Emscripten's number of the error ENOSPC. */
const NO_SPACE = 51;

export class FileGuard {
  readonly #module: EmscriptenModule;
  /** Contents of files that belong to an image. */
  readonly #sharedContents = new WeakSet<object>();
  readonly #exemptFiles: ReadonlySet<FileNode>;
  #grownBytes = 0;

  /** @param exemptFiles files of the harness, which must accept a result even when no space is left */
  constructor(module: EmscriptenModule, exemptFiles: readonly FileNode[]) {
    this.#module = module;
    this.#exemptFiles = new Set(exemptFiles);
    const { MEMFS } = module;
    const { expandFileStorage, resizeFileStorage } = MEMFS;
    MEMFS.expandFileStorage = (node, capacity) => {
      // Emscripten calls this before every write. It does nothing when the capacity suffices.
      if (capacity > heldBy(node)) this.#count(node, capacity);
      apply(expandFileStorage, MEMFS, [node, capacity]);
    };
    MEMFS.resizeFileStorage = (node, size) => {
      this.#count(node, size);
      apply(resizeFileStorage, MEMFS, [node, size]);
    };
    // Streams take their operations from the table. Writing back a memory map takes them from MEMFS.
    this.#guardWrites(MEMFS.ops_table.file.stream);
    if (MEMFS.stream_ops !== MEMFS.ops_table.file.stream) this.#guardWrites(MEMFS.stream_ops);
  }

  /** Marks bytes as shared with an image. They are copied before a program changes their file. */
  share(contents: FileNode['contents']): void {
    if (typeof contents === 'object' && contents !== null) this.#sharedContents.add(contents);
  }

  /** Resets the counted growth of files to 0. Must be called after every restore and capture. */
  reset(): void {
    this.#grownBytes = 0;
  }

  #guardWrites(operations: StreamOperations): void {
    const { write } = operations;
    operations.write = (stream, buffer, offset, length, position, canOwn) => {
      const { node } = stream;
      this.#ownContents(node);
      // The first write to an empty file does not call `expandFileStorage`.
      if (node.usedBytes === 0 && position === 0) this.#count(node, length);
      return apply(write, operations, [stream, buffer, offset, length, position, canOwn]) as number;
    };
  }

  #ownContents(node: FileNode): void {
    const { contents } = node;
    if (!ArrayBuffer.isView(contents) || !this.#sharedContents.has(contents)) return;
    this.#addBytes(contents.byteLength);
    const copy = new Bytes(contents.byteLength);
    copyBytes(copy, new Bytes(contents.buffer, contents.byteOffset, contents.byteLength), 0);
    node.contents = copy;
  }

  /** Counts the growth of a file whose capacity is about to become at least `size` bytes. */
  #count(node: FileNode, size: number): void {
    const growth = size - heldBy(node);
    const { contents } = node;
    if (this.#exemptFiles.has(node)) return;
    if (growth > 0) this.#addBytes(growth);
    // Bytes that an image shares stay in memory, so they are not subtracted.
    else if (contents && !this.#sharedContents.has(contents))
      this.#grownBytes = Math.max(0, this.#grownBytes + growth);
  }

  #addBytes(bytes: number): void {
    this.#grownBytes += bytes;
    if (this.#grownBytes > FILE_BYTES) throw new this.#module.FS.ErrnoError(NO_SPACE);
  }
}

function heldBy(node: FileNode): number {
  return ArrayBuffer.isView(node.contents) ? node.contents.byteLength : 0;
}
