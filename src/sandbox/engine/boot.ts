/** Loads Pyodide from bytes that the frame has sent. Nothing is fetched, and no string is evaluated as JavaScript. */
import type {
  CreateModule,
  EmscriptenModule,
  LoadPyodide,
  Pyodide,
  WasmImports,
} from './pyodide-internals.ts';
import type { WorkerBoot } from '../protocol/frame-worker.ts';
import { unpackSnapshot, type Unpacking } from './memory-snapshot.ts';
import { UtcDate } from './utc-date.ts';

/** An address that cannot be reached. Pyodide requires an address for each file, even if it does not fetch it. */
const UNUSED_URL = 'https://invalid.invalid/';

/** The files from which an interpreter starts. */
export type BootFiles = Pick<WorkerBoot, 'module' | 'snapshot' | 'hashSeed' | 'packages'>;

export interface Booted {
  readonly pyodide: Pyodide;
  /** The memory of the interpreter, which Pyodide's module defines and exports. */
  readonly memory: WebAssembly.Memory;
  /** The interpreter's table of functions. */
  readonly table: WebAssembly.Table;
  /** Exports for deep recursion through C code (src/sandbox/build/c-recursion.ts). */
  readonly recursion: {
    /** Continues a function of the interpreter on a new stack. */
    readonly resume: CallableFunction;
    /** Raises the number of remaining levels of recursion. */
    readonly addLevels: (levels: number) => void;
    /**
     * Address of the word that contains the table slot of the function that provides a new stack. The word is 0 if
     * there is no such function.
     */
    readonly nextStack: number;
  };
  /** Sets the table slot of the function that loops in C code call (src/sandbox/build/loop-checks.ts). */
  readonly watchLoops: (slot: number) => void;
  /**
   * Returns the number of slots of the function table that are the same in every browser. A snapshot needs it,
   * because memory contains slot numbers.
   */
  readonly slots: () => number;
}

/**
 * Starts Pyodide.
 * @param library the standard library. A boot from a snapshot needs it last, so the promise may resolve late.
 * @throws Pyodide's errors: the snapshot is from another build, memory cannot be allocated, or an archive is broken
 */
export async function bootPyodide(
  boot: BootFiles,
  library: Promise<ArrayBuffer>,
  ports: {
    /** Whether a memory snapshot will be made. Pyodide needs this setting before it starts. */
    readonly makesSnapshot: boolean;
    /** The `info` object of Pyodide's lock file. */
    readonly lockInfo: object;
    readonly loadPyodide: LoadPyodide;
    readonly createModule: CreateModule;
    /** Called with the import object before the module is instantiated. */
    readonly onImports: (imports: WasmImports) => void;
    /** Called with the memory of the new instance before any code has run in it. */
    readonly onFreshMemory: (memory: Uint8Array<ArrayBuffer>) => void;
  },
): Promise<Booted> {
  disarmFinalizers();
  globalThis.Date = UtcDate as unknown as DateConstructor;
  const unpackedSnapshot = boot.snapshot && unpackSnapshot(boot.snapshot);
  serveFromMemory(boot, unpackedSnapshot === null ? library : Promise.resolve(new ArrayBuffer(0)));
  let parts!: InstanceExports;
  const pyodide = await ports.loadPyodide({
    indexURL: UNUSED_URL,
    packageBaseUrl: UNUSED_URL,
    stdLibURL: `${UNUSED_URL}python_stdlib.zip`,
    lockFileContents: lockWith(ports.lockInfo, boot),
    env: { HOME: '/home/pyodide', PYTHONHASHSEED: String(boot.hashSeed), LANG: 'C.UTF-8' },
    createPyodideModule(settings) {
      return new Promise((resolve, reject) => {
        settings.instantiateWasm = (imports, done) => {
          addErrorMarker(imports);
          ports.onImports(imports);
          WebAssembly.instantiate(boot.module, imports as WebAssembly.Imports)
            .then((instance) => {
              parts = partsOf(instance);
              const freshMemory = new Uint8Array(parts.memory.buffer as ArrayBuffer);
              unpackedSnapshot?.keepFresh(freshMemory);
              ports.onFreshMemory(freshMemory);
              done(instance, boot.module);
            })
            .catch(reject);
          return {};
        };
        ports.createModule(settings).then((module) => {
          if (unpackedSnapshot !== null)
            restoreBehindHead(module, () => restoreMemory(unpackedSnapshot, parts, module));
          resolve(module);
        }, reject);
      });
    },
    ...(unpackedSnapshot ? { _loadSnapshot: unpackedSnapshot.head } : {}),
    _makeSnapshot: ports.makesSnapshot,
  });
  if (boot.snapshot !== null) {
    putLibrary(pyodide._module, new Uint8Array(await library));
    giveBack(boot.snapshot);
  } else giveBack(await library);
  return {
    pyodide,
    memory: parts.memory,
    table: parts.table,
    recursion: {
      resume: parts.exports['allpass_resume'] as CallableFunction,
      addLevels: parts.exports['allpass_add_levels'] as (levels: number) => void,
      nextStack: addressIn(parts, 'Py_NoSiteFlag'),
    },
    watchLoops: parts.exports['allpass_watch_loops'] as (slot: number) => void,
    slots: () => slotsOf(parts),
  };
}

interface InstanceExports {
  readonly memory: WebAssembly.Memory;
  readonly table: WebAssembly.Table;
  readonly exports: WebAssembly.Exports;
}

function partsOf({ exports }: WebAssembly.Instance): InstanceExports {
  return {
    memory: exports['memory'] as WebAssembly.Memory,
    table: exports['__indirect_function_table'] as WebAssembly.Table,
    exports,
  };
}

/**
 * Returns the address of the word that contains the table slot of the trampoline. Through the trampoline, the
 * interpreter calls C functions with more arguments than they declare. Some browsers have no trampoline; in the
 * others it is the last slot. So a snapshot must not overwrite this word.
 */
function trampolineIn(parts: InstanceExports): { words: Int32Array; at: number } {
  const words = new Int32Array(parts.memory.buffer);
  const offset = words[addressIn(parts, '_PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET') / 4]!;
  return { words, at: (addressIn(parts, '_PyRuntime') + offset) / 4 };
}

function addressIn({ exports }: InstanceExports, name: string): number {
  return (exports[name] as WebAssembly.Global).value as number;
}

function slotsOf(parts: InstanceExports): number {
  const { words, at } = trampolineIn(parts);
  return parts.table.length - (words[at] === 0 ? 0 : 1);
}

/**
 * @throws RangeError if the snapshot was made with a function table of a different length, because its slot numbers
 *   would be wrong
 */
function restoreMemory(unpacking: Unpacking, parts: InstanceExports, module: EmscriptenModule): void {
  const [snapshotSlots, currentSlots] = [unpacking.slots, slotsOf(parts)];
  if (snapshotSlots !== currentSlots)
    throw new RangeError(
      `the memory snapshot knows ${snapshotSlots} functions, this browser ${currentSlots}`,
    );
  const { words, at } = trampolineIn(parts);
  const trampoline = words[at]!;
  // No code has written to memory beyond the program break yet.
  unpacking.restore(parts.memory, module._sbrk(0));
  words[at] = trampoline;
}

/**
 * Restores memory right after Pyodide has read the head of the snapshot. Pyodide's own code would write all of memory,
 * including zeros, and use twice the memory meanwhile.
 */
function restoreBehindHead({ API }: EmscriptenModule, restore: () => void): void {
  const readHead = API.restoreSnapshot;
  API.restoreSnapshot = (snapshot) => {
    const state = readHead(snapshot);
    restore();
    return state;
  };
}

/**
 * Replaces the empty standard library with which Pyodide started. The file system uses the bytes without a copy.
 */
function putLibrary({ API, FS }: EmscriptenModule, bytes: Uint8Array): void {
  const [major, minor] = API.pyVersionTuple;
  FS.writeFile(`/lib/python${major}${minor}.zip`, bytes, { canOwn: true });
}

/**
 * Frees a buffer immediately. Otherwise each worker would keep 10 MB until a garbage collection, which may never
 * run.
 */
function giveBack(buffer: ArrayBuffer): void {
  // Browsers without `transfer` (before Chromium 114 and Firefox 122) use more memory, without other effects.
  (buffer as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}

/**
 * Disables finalizers. After a restore, a finalizer of Pyodide would release a reference at an address that now
 * contains a different object. The replacement is a class, not `undefined`, because Pyodide does not check for
 * `undefined` everywhere.
 */
function disarmFinalizers(): void {
  class NoFinalizers {
    register(): void {}
    unregister(): void {}
  }
  Object.defineProperty(globalThis, 'FinalizationRegistry', { value: NoFinalizers });
}

/** Returns a lock file with the packages that the page sent. No other package can be loaded. */
function lockWith(info: object, boot: BootFiles): string {
  const packages = Object.fromEntries(boot.packages.map(({ entry }) => [entry.name, entry]));
  return JSON.stringify({ info, packages });
}

/**
 * Unpacks the packages and imports them, so that the image of the interpreter contains them. If a library were
 * linked while a program runs, a restore could not undo it.
 * @throws when a file is broken or a module does not import
 */
export async function loadPackages(pyodide: Pyodide, packages: WorkerBoot['packages']): Promise<void> {
  if (packages.length === 0) return;
  const names = packages.map(({ entry }) => entry.name);
  const messages: string[] = [];
  const options = { checkIntegrity: false, messageCallback: (text: string) => messages.push(text) };
  const loadedNames = (await pyodide.loadPackage(names, options)).map(({ name }) => name);
  const missingNames = names.filter((name) => !loadedNames.includes(name));
  if (missingNames.length > 0)
    throw new Error(`${missingNames.join(', ')} did not load: ${messages.at(-1) ?? ''}`);
  const modules = packages.map(({ entry }) => entry.imports);
  pyodide.runPython(IMPORT_ALL.replace('MODULES', JSON.stringify(modules)));
}

/** Imports one module of each package, because some packages also list modules that only run as programs. */
const IMPORT_ALL = `
import gc, importlib

def import_all(modules):
    failure = None
    for name in modules:
        try:
            importlib.import_module(name)
        except Exception as error:
            failure = error
        else:
            modules = ()
    if modules:
        raise failure

for modules in MODULES:
    import_all(modules)
del import_all, modules
gc.collect()`;

function serveFromMemory({ packages }: BootFiles, library: Promise<ArrayBuffer>): void {
  globalThis.fetch = (input) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('python_stdlib.zip')) return Promise.resolve(asReply(library));
    const file = packages.find(({ entry }) => address.endsWith(`/${entry.file_name}`));
    if (file !== undefined) return Promise.resolve(new Response(file.bytes));
    // The loader fetches the module before it calls `instantiateWasm`, and does not use these bytes.
    if (address.endsWith('.wasm')) return Promise.resolve(new Response(new Uint8Array(0)));
    return Promise.reject(new TypeError(`nothing is fetched here: ${address}`));
  };
}

/** Returns the part of a `Response` that the loader uses. A real `Response` would copy the bytes. */
function asReply(bytes: Promise<ArrayBuffer>): Response {
  return { ok: true, arrayBuffer: () => bytes } satisfies Partial<Response> as Response;
}

/** Adds two imports that Pyodide's loader would import from a helper module that it fetches. */
function addErrorMarker(imports: WasmImports): void {
  const errorMarker = Symbol('error marker');
  Object.assign(imports['env']!, {
    Jsv_GetError_import: () => errorMarker,
    JsvError_Check: (value: unknown) => (value === errorMarker ? 1 : 0),
  });
}
