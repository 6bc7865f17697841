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
import { unpackSnapshot } from './memory-snapshot.ts';

/** An address that can never be reached: Pyodide wants one for every file it would otherwise fetch. */
const NOWHERE = 'https://invalid.invalid/';

export interface BootPorts {
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
}

/**
 * @throws whatever Pyodide throws: a snapshot of another build, no memory, a broken archive
 */
export async function bootPyodide(boot: WorkerBoot, ports: BootPorts): Promise<Booted> {
  disarmFinalizers();
  serveFromMemory(boot);
  const unpacking = boot.snapshot && unpackSnapshot(boot.snapshot);
  let memory!: WebAssembly.Memory;
  const pyodide = await ports.loadPyodide({
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    stdLibURL: `${NOWHERE}python_stdlib.zip`,
    lockFileContents: lockWith(boot),
    env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0', LANG: 'C.UTF-8' },
    createPyodideModule(settings) {
      return new Promise((resolve, reject) => {
        settings.instantiateWasm = (imports, done) => {
          addErrorMarker(imports);
          ports.onImports(imports);
          WebAssembly.instantiate(boot.module, imports as WebAssembly.Imports)
            .then((instance) => {
              memory = instance.exports['memory'] as WebAssembly.Memory;
              const fresh = new Uint8Array(memory.buffer as ArrayBuffer);
              unpacking?.keepFresh(fresh);
              ports.onFreshMemory(fresh);
              done(instance, boot.module);
            })
            .catch(reject);
          return {};
        };
        ports.createModule(settings).then((module) => {
          if (unpacking !== null) restoreBehindHead(module, () => unpacking.restore(memory));
          resolve(module);
        }, reject);
      });
    },
    ...(unpacking ? { _loadSnapshot: unpacking.head } : {}),
    _makeSnapshot: boot.makeSnapshot,
  });
  // The library's bytes are in Python's file system by now.
  giveBack(boot.stdlib);
  if (boot.snapshot !== null) giveBack(boot.snapshot);
  return { pyodide, memory };
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

/** Frees what nothing reads again, now: 20 MB a worker would wait for a collection that may never be due. */
function giveBack(buffer: ArrayBuffer): void {
  // Where it can't be done (before Chromium 114 and Firefox 122) nothing is lost but memory.
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

/** The lock file as it came holds no packages: what the page did not send cannot be loaded. */
function lockWith(boot: WorkerBoot): string {
  const lock = JSON.parse(boot.lock) as { info: unknown };
  const packages = Object.fromEntries(boot.packages.map(({ entry }) => [entry.name, entry]));
  return JSON.stringify({ ...lock, packages });
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

function serveFromMemory({ stdlib, packages }: WorkerBoot): void {
  globalThis.fetch = (input) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('python_stdlib.zip')) return Promise.resolve(asReply(stdlib));
    const file = packages.find(({ entry }) => address.endsWith(`/${entry.file_name}`));
    if (file !== undefined) return Promise.resolve(new Response(file.bytes));
    // The loader asks for the module's bytes before it lets `instantiateWasm` have its way.
    if (address.endsWith('.wasm')) return Promise.resolve(new Response(new Uint8Array(0)));
    return Promise.reject(new TypeError(`nothing is fetched here: ${address}`));
  };
}

/** As much of a reply as the loader reads. A real one would hold the bytes once more. */
function asReply(bytes: ArrayBuffer): Response {
  return { ok: true, arrayBuffer: () => Promise.resolve(bytes) } satisfies Partial<Response> as Response;
}

/** Pyodide's own loader brings these two from a helper module that it would have to fetch. */
function addErrorMarker(imports: WasmImports): void {
  const marker = Symbol('error marker');
  Object.assign(imports['env']!, {
    Jsv_GetError_import: () => marker,
    JsvError_Check: (value: unknown) => (value === marker ? 1 : 0),
  });
}
