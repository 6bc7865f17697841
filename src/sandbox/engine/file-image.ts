/**
 * An image of the in-memory file system and of the open streams. Both are JavaScript objects, which a restore of the
 * heap does not change. A program may close, rename, delete or re-open any file. A restore resets every path, inode
 * number, descriptor, position and time.
 */
import type { FileGuard } from './file-guard.ts';
import { keysOf } from './primordials.ts';
import type { EmscriptenModule, FileNode, FileStream, StreamOperations } from './pyodide-internals.ts';

interface NodeRecord {
  readonly node: FileNode;
  readonly mode: number;
  readonly name: string;
  readonly parent: FileNode;
  readonly streamOperations: StreamOperations;
  readonly nodeOperations: object;
  /** The entries of a directory, in order, or null for other nodes. */
  readonly entries: readonly (readonly [string, FileNode])[] | null;
  readonly contents: FileNode['contents'];
  readonly usedBytes: number;
}

interface StreamRecord {
  readonly stream: FileStream;
  readonly fd: number | null;
  readonly position: number;
  readonly flags: number;
  readonly node: FileNode;
  readonly operations: StreamOperations;
  /**
   * The bytes of the file. A file that was deleted while it was open is not in any directory; only its stream
   * refers to it.
   */
  readonly contents: FileNode['contents'];
  readonly usedBytes: number;
  readonly shared: readonly (readonly [string, unknown])[];
}

/** The time of all files: 1 January 2026, in milliseconds since 1970. */
const FILE_TIME = 1_767_225_600_000;

export class FileImage {
  readonly #module: EmscriptenModule;
  readonly #guard: FileGuard;
  #nodes: NodeRecord[] = [];
  #streams: (StreamRecord | null)[] = [];
  #currentPath = '/';
  #nextInode = 0;

  constructor(module: EmscriptenModule, guard: FileGuard) {
    this.#module = module;
    this.#guard = guard;
  }

  capture(): void {
    const { FS } = this.#module;
    this.#nodes = [];
    this.#walk(FS.root);
    this.#streams = FS.streams.map((stream) => (stream ? recordStream(stream) : null));
    for (const record of this.#streams) this.#guard.share(record?.contents);
    this.#currentPath = FS.currentPath;
    this.#nextInode = FS.nextInode;
  }

  restore(): void {
    const { FS } = this.#module;
    const table = FS.nameTable;
    for (let index = 0; index < table.length; index++) table[index] = undefined;
    for (let index = 0; index < this.#nodes.length; index++) {
      const record = this.#nodes[index]!;
      restoreNode(record);
      if (record.node !== FS.root) FS.hashAddNode(record.node);
    }
    const streams = FS.streams;
    streams.length = this.#streams.length;
    for (let fd = 0; fd < streams.length; fd++) {
      const record = this.#streams[fd];
      streams[fd] = record ? restoreStream(record) : null;
    }
    FS.currentPath = this.#currentPath;
    FS.nextInode = this.#nextInode;
  }

  #walk(node: FileNode): void {
    const { FS, MEMFS } = this.#module;
    const isTable = FS.isDir(node.mode) && node.mount.type === MEMFS && isNameTable(node.contents);
    if (!isTable && FS.isFile(node.mode)) this.#guard.share(node.contents);
    setTimes(node);
    const entries = isTable ? namesIn(node.contents as Record<string, FileNode>) : null;
    this.#nodes.push({
      node,
      mode: node.mode,
      name: node.name,
      parent: node.parent,
      streamOperations: node.stream_ops,
      nodeOperations: node.node_ops,
      entries,
      contents: node.contents,
      usedBytes: node.usedBytes,
    });
    for (const [, child] of entries ?? []) this.#walk(child);
  }
}

function isNameTable(contents: FileNode['contents']): contents is Record<string, FileNode> {
  return typeof contents === 'object' && contents !== null && !ArrayBuffer.isView(contents);
}

function namesIn(table: Record<string, FileNode>): (readonly [string, FileNode])[] {
  return keysOf(table).map((name) => [name, table[name]!] as const);
}

function recordStream(stream: FileStream): StreamRecord {
  return {
    stream,
    fd: stream.fd,
    position: stream.position,
    flags: stream.flags,
    node: stream.node,
    operations: stream.stream_ops,
    contents: stream.node.contents,
    usedBytes: stream.node.usedBytes,
    shared: keysOf(stream.shared).map((key) => [key, stream.shared[key]] as const),
  };
}

/** Sets the same times for every file, so that a program cannot distinguish two workers or two visits. */
function setTimes(node: FileNode): void {
  node.atime = node.mtime = node.ctime = FILE_TIME;
}

function restoreNode(record: NodeRecord): void {
  const { node } = record;
  node.mode = record.mode;
  node.name = record.name;
  node.parent = record.parent;
  setTimes(node);
  node.stream_ops = record.streamOperations;
  node.node_ops = record.nodeOperations;
  if (record.entries === null) {
    node.contents = record.contents;
    node.usedBytes = record.usedBytes;
    return;
  }
  const table: Record<string, FileNode> = {};
  for (let index = 0; index < record.entries.length; index++) {
    const entry = record.entries[index]!;
    table[entry[0]] = entry[1];
  }
  node.contents = table;
}

function restoreStream(record: StreamRecord): FileStream {
  const { stream } = record;
  stream.fd = record.fd;
  stream.position = record.position;
  stream.flags = record.flags;
  stream.node = record.node;
  if (ArrayBuffer.isView(record.contents)) {
    record.node.contents = record.contents;
    record.node.usedBytes = record.usedBytes;
  }
  stream.stream_ops = record.operations;
  for (let index = 0; index < record.shared.length; index++) {
    const pair = record.shared[index]!;
    stream.shared[pair[0]] = pair[1];
  }
  return stream;
}
