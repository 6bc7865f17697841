/**
 * The parts of Pyodide 314 and of its Emscripten module that the engine uses beyond the public API. They are unstable,
 * so they are declared only here, and with only the fields that are used. For the same reason the version of pyodide is
 * pinned exactly.
 */

/**
 * A MEMFS node. `contents` of a directory maps names to nodes; `contents` of a file are bytes, of which the first
 * `usedBytes` are in use.
 */
export interface FileNode {
  id: number;
  mode: number;
  name: string;
  parent: FileNode;
  contents: Record<string, FileNode> | Uint8Array | null | undefined;
  usedBytes: number;
  atime: number;
  mtime: number;
  ctime: number;
  stream_ops: StreamOperations;
  node_ops: object;
  mount: { type: object };
}

export interface FileStream {
  fd: number | null;
  position: number;
  flags: number;
  node: FileNode;
  stream_ops: StreamOperations;
  shared: Record<string, unknown>;
}

export interface StreamOperations {
  write: (
    stream: FileStream,
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number,
    canOwn?: boolean,
  ) => number;
}

export interface FileSystem {
  root: FileNode;
  streams: (FileStream | null | undefined)[];
  nameTable: (FileNode | undefined)[];
  nextInode: number;
  currentPath: string;
  ErrnoError: new (errno: number) => Error;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  hashAddNode(node: FileNode): void;
  lookupPath(path: string): { node: FileNode };
  writeFile(path: string, data: string | Uint8Array, options?: { readonly canOwn: boolean }): void;
  mkdir(path: string): void;
  chdir(path: string): void;
  open(path: string, flags: number): FileStream;
  closeStream(fd: number): void;
}

export interface MemoryFileSystem {
  stream_ops: StreamOperations;
  /** Created with the first node; shared by all files. */
  ops_table: { file: { stream: StreamOperations } };
  expandFileStorage(node: FileNode, capacity: number): void;
  resizeFileStorage(node: FileNode, size: number): void;
}

/** Address in WebAssembly memory. */
export type Pointer = number;

export interface EmscriptenModule {
  HEAPU8: Uint8Array;
  FS: FileSystem;
  MEMFS: MemoryFileSystem;
  ___stack_pointer: WebAssembly.Global;
  _emscripten_stack_get_end(): Pointer;
  _sbrk(increment: number): Pointer;
  _malloc(size: number): Pointer;
  _free(pointer: Pointer): void;
  lengthBytesUTF8(text: string): number;
  stringToUTF8(text: string, pointer: Pointer, size: number): void;
  _hiwire_num_refs?(): number;
  __hiwire_get(index: number): unknown;
  __hiwire_set(index: number, value: unknown): void;
  API: {
    /** The major version, the minor version, and further parts. */
    pyVersionTuple: readonly [number, number, ...unknown[]];
    /** Checks a snapshot's head, copies the rest of the snapshot over memory, and returns the data of the head. */
    restoreSnapshot(snapshot: Uint8Array): unknown;
  };
  _PyImport_AddModule(name: Pointer): Pointer;
  _PyObject_GetAttrString(object: Pointer, name: Pointer): Pointer;
  _PyObject_CallNoArgs(callable: Pointer): Pointer;
  _PyLong_AsLong(object: Pointer): number;
  _PyErr_Clear(): void;
  _Py_DecRef(object: Pointer): void;
  _PyErr_GetRaisedException(): Pointer;
  _PyObject_SetAttrString(object: Pointer, name: Pointer, value: Pointer): number;
  _PyDict_Copy(dict: Pointer): Pointer;
  _PyDict_SetItemString(dict: Pointer, key: Pointer, value: Pointer): number;
  _PyEval_EvalCode(code: Pointer, globals: Pointer, locals: Pointer): Pointer;
}

/** The settings that Emscripten accepts from a host before the module starts. */
export interface ModuleSettings {
  instantiateWasm(
    imports: WasmImports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

export type WasmImports = Record<string, Record<string, unknown>>;

export interface DeviceCallbacks {
  isatty?: boolean;
  read?: (buffer: Uint8Array) => number;
  write?: (buffer: Uint8Array) => number;
}

export interface Pyodide {
  _module: EmscriptenModule;
  version: string;
  runPython(code: string): unknown;
  setStdin(options: DeviceCallbacks): void;
  setStdout(options: DeviceCallbacks): void;
  setStderr(options: DeviceCallbacks): void;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  /** Sets the interrupt buffer. It also makes the interpreter check for signals through its host. */
  setInterruptBuffer(buffer: Uint8Array): void;
  loadPackage(
    names: readonly string[],
    options: { checkIntegrity: boolean; messageCallback: (message: string) => void },
  ): Promise<readonly { name: string }[]>;
}

/** The options include undocumented ones. */
export type LoadPyodide = (options: {
  indexURL: string;
  stdLibURL: string;
  packageBaseUrl: string;
  lockFileContents: string;
  env: Record<string, string>;
  createPyodideModule(settings: ModuleSettings): Promise<EmscriptenModule>;
  _loadSnapshot?: Uint8Array;
  _makeSnapshot?: boolean;
}) => Promise<Pyodide>;
export type CreateModule = (settings: ModuleSettings) => Promise<EmscriptenModule>;
