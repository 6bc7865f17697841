/**
 * Loading Pyodide from bytes that were handed over: nothing is fetched, nothing is evaluated from text.
 */
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

/** An address that can never be reached: Pyodide wants one for every file it would otherwise fetch. */
const NOWHERE = 'https://invalid.invalid/';

/** The files that an interpreter starts from. */
export type BootFiles = Pick<WorkerBoot, 'module' | 'snapshot' | 'packages'>;

export interface BootPorts {
  /** Whether memory is to be made a snapshot of: Pyodide has to know. */
  readonly makesSnapshot: boolean;
  /** The general part of Pyodide's lock file. */
  readonly lockInfo: object;
  readonly loadPyodide: LoadPyodide;
  readonly createModule: CreateModule;
  /** Sees the import object before the module is instantiated. */
  readonly onImports: (imports: WasmImports) => void;
  /** Sees the memory of the new instance before anything has run in it. */
  readonly onFreshMemory: (memory: Uint8Array<ArrayBuffer>) => void;
}

export interface Booted {
  readonly pyodide: Pyodide;
  /** The interpreter's: Pyodide's module defines it. */
  readonly memory: WebAssembly.Memory;
  /** The interpreter's functions. */
  readonly table: WebAssembly.Table;
  /** Room for recursion through C code (src/sandbox/build/c-recursion.ts). */
  readonly recursion: {
    /** Goes on with a function of the interpreter on a new stack. */
    readonly resume: CallableFunction;
    /** Adds to the levels of recursion that are left. */
    readonly addLevels: (levels: number) => void;
    /** Address of the word that names who offers a new stack. */
    readonly nextStack: number;
  };
  /** Slots of the table of functions that are the same in every browser: memory holds their numbers. */
  readonly slots: () => number;
}

/**
 * @param library the standard library: memory of a snapshot needs it last, and may be ready before it has come
 * @throws whatever Pyodide throws: a snapshot of another build, no memory, a broken archive
 */
export async function bootPyodide(
  boot: BootFiles,
  library: Promise<ArrayBuffer>,
  ports: BootPorts,
): Promise<Booted> {
  disarmFinalizers();
  globalThis.Date = UtcDate as unknown as DateConstructor;
  const unpacking = boot.snapshot && unpackSnapshot(boot.snapshot);
  serveFromMemory(boot, unpacking === null ? library : Promise.resolve(new ArrayBuffer(0)));
  let parts!: InstanceParts;
  const pyodide = await ports.loadPyodide({
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    stdLibURL: `${NOWHERE}python_stdlib.zip`,
    lockFileContents: lockWith(ports.lockInfo, boot),
    env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0', LANG: 'C.UTF-8' },
    createPyodideModule(settings) {
      return new Promise((resolve, reject) => {
        settings.instantiateWasm = (imports, done) => {
          addErrorMarker(imports);
          ports.onImports(imports);
          WebAssembly.instantiate(boot.module, imports as WebAssembly.Imports)
            .then((instance) => {
              parts = partsOf(instance);
              const fresh = new Uint8Array(parts.memory.buffer as ArrayBuffer);
              unpacking?.keepFresh(fresh);
              ports.onFreshMemory(fresh);
              done(instance, boot.module);
            })
            .catch(reject);
          return {};
        };
        ports.createModule(settings).then((module) => {
          if (unpacking !== null) restoreBehindHead(module, () => restoreMemory(unpacking, parts, module));
          resolve(module);
        }, reject);
      });
    },
    ...(unpacking ? { _loadSnapshot: unpacking.head } : {}),
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
    slots: () => slotsOf(parts),
  };
}

interface InstanceParts {
  readonly memory: WebAssembly.Memory;
  readonly table: WebAssembly.Table;
  readonly exports: WebAssembly.Exports;
}

function partsOf({ exports }: WebAssembly.Instance): InstanceParts {
  return {
    memory: exports['memory'] as WebAssembly.Memory,
    table: exports['__indirect_function_table'] as WebAssembly.Table,
    exports,
  };
}

/**
 * The place in memory that names the function through which the interpreter calls C functions with more arguments
 * than they declare. Some browsers have none; its slot comes behind all others. So both are the browser's own, and no
 * snapshot's.
 */
function trampolineIn(parts: InstanceParts): { words: Int32Array; at: number } {
  const words = new Int32Array(parts.memory.buffer);
  const offset = words[addressIn(parts, '_PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET') / 4]!;
  return { words, at: (addressIn(parts, '_PyRuntime') + offset) / 4 };
}

function addressIn({ exports }: InstanceParts, name: string): number {
  return (exports[name] as WebAssembly.Global).value as number;
}

function slotsOf(parts: InstanceParts): number {
  const { words, at } = trampolineIn(parts);
  return parts.table.length - (words[at] === 0 ? 0 : 1);
}

/** @throws RangeError when the snapshot was made with another table: its functions would be other ones here */
function restoreMemory(unpacking: Unpacking, parts: InstanceParts, module: EmscriptenModule): void {
  const [made, here] = [unpacking.slots, slotsOf(parts)];
  if (made !== here)
    throw new RangeError(`the memory snapshot knows ${made} functions, this browser ${here}`);
  const { words, at } = trampolineIn(parts);
  const trampoline = words[at]!;
  // Nothing has written behind the program break.
  unpacking.restore(parts.memory, module._sbrk(0));
  words[at] = trampoline;
}

/**
 * Has memory restored by us right after Pyodide has read the snapshot's head: it would write all of memory, the
 * zeros too, and hold all of it twice meanwhile.
 */
function restoreBehindHead({ API }: EmscriptenModule, restore: () => void): void {
  const readHead = API.restoreSnapshot;
  API.restoreSnapshot = (snapshot) => {
    const state = readHead(snapshot);
    restore();
    return state;
  };
}

/** In the place of the empty one that Pyodide was given. The file system holds the bytes themselves, no copy. */
function putLibrary({ API, FS }: EmscriptenModule, bytes: Uint8Array): void {
  const [major, minor] = API.pyVersionTuple;
  FS.writeFile(`/lib/python${major}${minor}.zip`, bytes, { canOwn: true });
}

/** Frees what nothing reads again, now: 10 MB a worker would wait for a collection that may never be due. */
function giveBack(buffer: ArrayBuffer): void {
  // In browsers without it (before Chromium 114 and Firefox 122) only memory is lost.
  (buffer as { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}

/**
 * After a restore, a finaliser of Pyodide's would drop a reference at an address that now holds
 * something else. (A class, not `undefined`: one of Pyodide's uses is unguarded.)
 */
function disarmFinalizers(): void {
  class NoFinalizers {
    register(): void {}
    unregister(): void {}
  }
  Object.defineProperty(globalThis, 'FinalizationRegistry', { value: NoFinalizers });
}

/** Packages that the page did not send cannot be loaded. */
function lockWith(info: object, boot: BootFiles): string {
  const packages = Object.fromEntries(boot.packages.map(({ entry }) => [entry.name, entry]));
  return JSON.stringify({ info, packages });
}

/**
 * Unpacks the boot's packages and imports them, so that the image of the interpreter holds them: a library
 * that is linked while a program runs could not be undone by a restore.
 * @throws when a file is broken or a module does not import
 */
export async function loadPackages(pyodide: Pyodide, packages: WorkerBoot['packages']): Promise<void> {
  if (packages.length === 0) return;
  const names = packages.map(({ entry }) => entry.name);
  const messages: string[] = [];
  const options = { checkIntegrity: false, messageCallback: (text: string) => messages.push(text) };
  const loaded = (await pyodide.loadPackage(names, options)).map(({ name }) => name);
  const missing = names.filter((name) => !loaded.includes(name));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} did not load: ${messages.at(-1) ?? ''}`);
  const modules = packages.map(({ entry }) => entry.imports);
  pyodide.runPython(IMPORT_ALL.replace('MODULES', JSON.stringify(modules)));
}

/** Some list modules that only run as programs; one that imports is enough to call a package sound. */
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
    // The loader asks for the module's bytes before it lets `instantiateWasm` have its way.
    if (address.endsWith('.wasm')) return Promise.resolve(new Response(new Uint8Array(0)));
    return Promise.reject(new TypeError(`nothing is fetched here: ${address}`));
  };
}

/** As much of a reply as the loader reads. A real one would hold the bytes once more. */
function asReply(bytes: Promise<ArrayBuffer>): Response {
  return { ok: true, arrayBuffer: () => bytes } satisfies Partial<Response> as Response;
}

/** Pyodide's own loader brings these two from a helper module that it would have to fetch. */
function addErrorMarker(imports: WasmImports): void {
  const marker = Symbol('error marker');
  Object.assign(imports['env']!, {
    Jsv_GetError_import: () => marker,
    JsvError_Check: (value: unknown) => (value === marker ? 1 : 0),
  });
}
