/**
 * Removes the exports that only packages use from the interpreter's module, and puts the functions among them into its
 * table instead. In every boot, Emscripten reads all 8,560 exports, creates an object for each, and appends those that
 * are not in the table yet to it, in the order of the exports. An element segment puts the functions into the same
 * slots, so each function has the same address as with the original module. A section of the module lists the removed
 * exports, for linking packages (lean-emscripten.ts).
 */

import { HEADER_BYTES, imported, KIND, sectionsOf, WasmReader } from './wasm-reader.ts';
import { leb, sectionOf, signedLeb, text, vector } from './wasm-writer.ts';

/** Name of the section that contains `RestOfExports` as JSON. */
export const REST_SECTION = 'allpass.exports';

/** The removed exports, in their original order. */
export interface RestOfExports {
  /** Functions and their table slots. */
  readonly functions: readonly (readonly [name: string, slot: number])[];
  /** Constant globals, which are addresses in memory. */
  readonly addresses: readonly (readonly [name: string, address: number])[];
}

export interface LeanModule {
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** Length of the function table after Emscripten would have added all exports. */
  readonly tableLength: number;
}

const SECTION = { custom: 0, import: 2, table: 4, global: 6, export: 7, element: 9 } as const;
const FUNCREF = 0x70;
const I32 = 0x7f;
const I32_CONST = 0x41;
const END = 0x0b;

/**
 * Removes the exports.
 * @param wasm Pyodide's interpreter
 * @param kept functions and addresses that stay exports. Exports of other kinds stay too.
 * @param internal exports that Emscripten does not use for linking. They stay, and get no table slot.
 * @throws when the module is not built like Pyodide's
 */
export function withLeanExports(
  wasm: Uint8Array<ArrayBuffer>,
  kept: ReadonlySet<string>,
  internal: ReadonlySet<string>,
): LeanModule {
  const sections = sectionsOf(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
  const content = (id: number): WasmReader => {
    const [found, ...more] = sections.filter((section) => section.id === id);
    if (found === undefined || more.length > 0) throw new Error(`the interpreter has no section ${id}`);
    return new WasmReader(found.content);
  };
  const exports = exportsOf(content(SECTION.export));
  const constants = constantsOf(content(SECTION.global), imported(content(SECTION.import), KIND.global));
  const { elements, length } = elementsOf(content(SECTION.element));
  const table = content(SECTION.table);
  const tables = table.number();
  if (table.byte() !== FUNCREF || table.byte() !== 0 || table.number() !== length) {
    throw new Error('the interpreter has another table of functions than expected');
  }

  const slots = new Map<number, number>();
  elements.forEach((functionIndex, at) => slots.set(functionIndex, length - elements.length + at));
  const added: number[] = [];
  for (const { name, kind, index } of exports) {
    if (kind !== KIND.function || slots.has(index) || internal.has(name)) continue;
    slots.set(index, length + added.length);
    added.push(index);
  }
  const rest = exports.filter(
    ({ name, kind, index }) =>
      !kept.has(name) &&
      !internal.has(name) &&
      (kind === KIND.function || (kind === KIND.global && constants.has(index))),
  );
  const gone = new Set(rest);
  const list: RestOfExports = {
    functions: rest.flatMap(({ name, kind, index }) =>
      kind === KIND.function ? [[name, slots.get(index)!] as const] : [],
    ),
    addresses: rest.flatMap(({ name, kind, index }) =>
      kind === KIND.global ? [[name, constants.get(index)!] as const] : [],
    ),
  };
  const tableLength = length + added.length;
  const written = new Map<number, Buffer>([
    [
      SECTION.table,
      Buffer.concat([Buffer.from([...leb(tables), FUNCREF, 0, ...leb(tableLength)]), table.rest()]),
    ],
    [
      SECTION.export,
      vector(
        exports
          .filter((each) => !gone.has(each))
          .map(({ name, kind, index }) => Buffer.from([...text(name), kind, ...leb(index)])),
      ),
    ],
    [SECTION.element, vector([segment(length - elements.length, elements), segment(length, added)])],
  ]);
  return {
    wasm: new Uint8Array(
      Buffer.concat([
        Buffer.from(wasm.subarray(0, HEADER_BYTES)),
        ...sections.map(({ id, content: bytes }) => sectionOf(id, written.get(id) ?? bytes)),
        sectionOf(SECTION.custom, Buffer.from([...text(REST_SECTION), ...Buffer.from(JSON.stringify(list))])),
      ]),
    ),
    tableLength,
  };
}

export interface ModuleExport {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
}

function exportsOf(reader: WasmReader): readonly ModuleExport[] {
  return reader.list(() => ({ name: reader.text(), kind: reader.byte(), index: reader.number() }));
}

/** Returns the values of constant globals, by index. */
export function constantsOf(reader: WasmReader, imported: number): ReadonlyMap<number, number> {
  const globals = reader.list(() => {
    const type = reader.byte();
    const isMutable = reader.byte() !== 0;
    if (type !== I32 || reader.byte() !== I32_CONST) throw new Error('a global is not a constant number');
    const value = reader.signed();
    if (reader.byte() !== END) throw new Error('a global is reckoned');
    return isMutable ? null : value;
  });
  return new Map(globals.flatMap((value, at) => (value === null ? [] : [[imported + at, value] as const])));
}

/** Returns the functions of the table, which fill it to its end, and its length. */
export function elementsOf(reader: WasmReader): {
  readonly elements: readonly number[];
  readonly length: number;
} {
  const isPlain = reader.number() === 1 && reader.number() === 0 && reader.byte() === I32_CONST;
  if (!isPlain) throw new Error('the interpreter fills its table otherwise than expected');
  const first = reader.signed();
  if (reader.byte() !== END) throw new Error('the interpreter’s table begins at a place that is reckoned');
  const elements = reader.list(() => reader.number());
  return { elements, length: first + elements.length };
}

function segment(first: number, functions: readonly number[]): Buffer {
  return Buffer.from([
    0,
    I32_CONST,
    ...signedLeb(first),
    END,
    ...leb(functions.length),
    ...functions.flatMap((index) => leb(index)),
  ]);
}
