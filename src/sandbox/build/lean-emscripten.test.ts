/**
 * Compares the table slots of a boot in Node with those of Emscripten's original script. They must be equal,
 * because snapshots contain addresses of functions.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leanEmscripten, withLeanBoot, type LeanEmscripten } from './lean-emscripten.ts';
import { REST_SECTION, type RestOfExports } from './lean-exports.ts';
import { pyodideFile } from './python-bytecode.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FOLDER = join(ROOT, 'node_modules/.cache/allpass/lean-emscripten-test');

type Table = readonly (string | null)[];

/** The state of a boot at the start of Python. */
interface Linked {
  /** For each slot, the number of its function in the module; null for an empty slot. */
  readonly table: Table;
  /** The functions whose addresses the module requests. */
  readonly requestedFunctions: ReadonlyMap<string, number>;
  readonly module: WebAssembly.Module;
  readonly instance: WebAssembly.Instance;
  readonly emscripten: Emscripten;
}

interface Emscripten {
  readonly LDSO: {
    readonly loadedLibsByName: { readonly __main__: { readonly exports: Record<string, unknown> } };
  };
  loadWebAssemblyModule(binary: Uint8Array, flags: object): object;
  getFunctionAddress(called: unknown): number;
}

const original = {
  script: pyodideFile('pyodide.asm.mjs'),
  wasm: async () => new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm'))),
};
let lean: LeanEmscripten;
let originalBoot: Linked;
let leanBoot: Linked;

beforeAll(async () => {
  lean = await leanEmscripten(ROOT, await original.wasm());
  await mkdir(FOLDER, { recursive: true });
  const script = join(FOLDER, 'pyodide.asm.mjs');
  await writeFile(script, lean.script);
  originalBoot = await bootedState(original.script, await original.wasm());
  leanBoot = await bootedState(script, lean.wasm);
});

afterAll(() => rm(FOLDER, { recursive: true, force: true }));

describe('a lean boot', () => {
  test('keeps every function in its slot, followed by those of the host', () => {
    expect(originalBoot.table.length).toBeGreaterThan(14_000);
    expect(leanBoot.table).toEqual(originalBoot.table);
    expect(originalBoot.requestedFunctions.size).toBeGreaterThan(200);
    expect(leanBoot.requestedFunctions).toEqual(originalBoot.requestedFunctions);
  });

  test('has few exports, and a list of all others', () => {
    const names = ({ module }: Linked) => WebAssembly.Module.exports(module).map(({ name }) => name);
    const [section] = WebAssembly.Module.customSections(leanBoot.module, REST_SECTION);
    const { functions, addresses } = JSON.parse(new TextDecoder().decode(section)) as RestOfExports;
    expect(names(leanBoot).length).toBeLessThan(200);
    expect(
      [...names(leanBoot), ...functions.map(([name]) => name), ...addresses.map(([name]) => name)].sort(),
    ).toEqual(names(originalBoot).sort());
    const old = originalBoot.instance.exports;
    expect(functions.map(([name]) => [name, (old[name] as () => void).name])).toEqual(
      functions.map(([name, slot]) => [name, leanBoot.table[slot]]),
    );
    expect(addresses).toEqual(
      addresses.map(([name]) => [name, (old[name] as WebAssembly.Global<'i32'>).value]),
    );
  });
});

test('after a package is linked, every symbol exists, and every function is in its slot', () => {
  const symbols = ({ emscripten, instance }: Linked): ReadonlyMap<string, number> => {
    emscripten.loadWebAssemblyModule(EMPTY_PACKAGE, {});
    const { exports } = emscripten.LDSO.loadedLibsByName.__main__;
    const table = instance.exports['__indirect_function_table'] as WebAssembly.Table;
    expect(table.length).toBe(lengths.get(instance));
    return new Map(
      Object.entries(exports).map(([name, value]) => [
        name,
        typeof value === 'function' ? emscripten.getFunctionAddress(value) : Number(value),
      ]),
    );
  };
  const lengths = new Map(
    [originalBoot, leanBoot].map(({ instance }) => [
      instance,
      (instance.exports['__indirect_function_table'] as WebAssembly.Table).length,
    ]),
  );
  const [old, now] = [symbols(originalBoot), symbols(leanBoot)];
  expect(old.size).toBeGreaterThan(8_560);
  expect([...now].sort()).toEqual([...old].sort());
});

test('another script, and a module that differs from Pyodide’s, are refused', async () => {
  const script = await readFile(original.script, 'utf8');
  const wasm = await original.wasm();
  expect(() => withLeanBoot(lean.script, wasm, '')).toThrow('1 expected');
  expect(() => withLeanBoot(script.replace('LDSO.init();', 'LDSO.init() ;'), wasm, '')).toThrow('0 times');
  expect(() => withLeanBoot(script, lean.wasm, '')).toThrow('fills its table otherwise');
});

/** A side module that contains only the section that marks it as one. */
const EMPTY_PACKAGE = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[0, 15, 8, ...Buffer.from('dylink.0'), 1, 4, 0, 0, 0, 0],
);

async function bootedState(script: string, wasm: Uint8Array<ArrayBuffer>): Promise<Linked> {
  const { default: create } = (await import(/* @vite-ignore */ pathToFileURL(script).href)) as {
    default: (settings: object) => Promise<Emscripten>;
  };
  const module = new WebAssembly.Module(wasm);
  let made!: Omit<Linked, 'emscripten'>;
  const instantiateWasm = (
    imports: Imports,
    done: (...both: [WebAssembly.Instance, WebAssembly.Module]) => void,
  ) => {
    const marker = Symbol('error marker');
    Object.assign(imports['env']!, {
      Jsv_GetError_import: () => marker,
      JsvError_Check: (value: unknown) => (value === marker ? 1 : 0),
    });
    const instance = new WebAssembly.Instance(module, imports as WebAssembly.Imports);
    done(instance, module);
    const table = instance.exports['__indirect_function_table'] as WebAssembly.Table;
    const nameAt = (slot: number) => (table.get(slot) as { readonly name: string } | null)?.name ?? null;
    const requestedFunctions = WebAssembly.Module.imports(module)
      .filter((each) => each.module.startsWith('GOT.'))
      .map(
        ({ name, module: from }) =>
          [name, (imports[from]![name] as WebAssembly.Global<'i32'>).value] as const,
      );
    made = {
      table: Array.from({ length: table.length }, (_, slot) => nameAt(slot)),
      requestedFunctions: new Map(requestedFunctions),
      module,
      instance,
    };
    return {};
  };
  const { loadPyodide } = await import('pyodide');
  const options = {
    createPyodideModule: (settings: object) => create(Object.assign(settings, { instantiateWasm })),
  };
  const pyodide = await loadPyodide(options as object);
  return { ...made, emscripten: (pyodide as unknown as { readonly _module: Emscripten })._module };
}

type Imports = Record<string, Record<string, unknown>>;
