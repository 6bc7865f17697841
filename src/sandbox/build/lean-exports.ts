/**
 * Removes the exports that only packages use from the interpreter's module, and puts the functions among them into
 * its table instead. In every boot, Emscripten reads all 8,560 exports, creates an object for each, and appends
 * those that are not in the table yet to it, in the order of the exports. An element segment puts the functions
 * into the same slots, so each function has the same address as with the original module. A section of the module
 * lists the removed exports, which are needed to link packages (lean-emscripten.ts).
 */
import { KIND, leb, signedLeb, text, vector } from './wasm-bytes.ts';
import { END, I32_CONST, SECTION, WasmParts } from './wasm-parts.ts';

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

const FUNCREF = 0x70;

/**
 * Removes the exports that are not in `keptNames` or `internalNames` from the module, and puts their functions into its
 * table.
 * @param wasm Pyodide's interpreter
 * @param keptNames functions and addresses that stay exports. Exports of other kinds stay too.
 * @param internalNames exports that Emscripten does not use for linking. They stay exports without a table slot.
 * @throws when the module is not built like Pyodide's
 */
export function withLeanExports(
  wasm: Uint8Array<ArrayBuffer>,
  keptNames: ReadonlySet<string>,
  internalNames: ReadonlySet<string>,
): LeanModule {
  const parts = new WasmParts(wasm);
  const { exports, constants } = parts;
  const { elements, length } = parts.table;
  const table = parts.reader(SECTION.table);
  const tables = table.number();
  if (table.byte() !== FUNCREF || table.byte() !== 0 || table.number() !== length) {
    throw new Error('the interpreter has another table of functions than expected');
  }

  const slots = new Map<number, number>();
  elements.forEach((functionIndex, at) => slots.set(functionIndex, length - elements.length + at));
  const addedIndexes: number[] = [];
  for (const { name, kind, index } of exports) {
    if (kind !== KIND.function || slots.has(index) || internalNames.has(name)) continue;
    slots.set(index, length + addedIndexes.length);
    addedIndexes.push(index);
  }
  const removedExports = exports.filter(
    ({ name, kind, index }) =>
      !keptNames.has(name) &&
      !internalNames.has(name) &&
      (kind === KIND.function || (kind === KIND.global && constants.has(index))),
  );
  const removedSet = new Set(removedExports);
  const list: RestOfExports = {
    functions: removedExports.flatMap(({ name, kind, index }) =>
      kind === KIND.function ? [[name, slots.get(index)!] as const] : [],
    ),
    addresses: removedExports.flatMap(({ name, kind, index }) =>
      kind === KIND.global ? [[name, constants.get(index)!] as const] : [],
    ),
  };
  const tableLength = length + addedIndexes.length;
  const changedModule = parts.moduleWith({
    [SECTION.table]: Buffer.concat([
      Buffer.from([...leb(tables), FUNCREF, 0, ...leb(tableLength)]),
      table.remainingBytes(),
    ]),
    exports: exports.filter((each) => !removedSet.has(each)),
    [SECTION.element]: vector([segment(length - elements.length, elements), segment(length, addedIndexes)]),
    [SECTION.custom]: Buffer.from([...text(REST_SECTION), ...Buffer.from(JSON.stringify(list))]),
  });
  return { wasm: changedModule, tableLength };
}

function segment(firstSlot: number, functions: readonly number[]): Buffer {
  return Buffer.from([
    0,
    I32_CONST,
    ...signedLeb(firstSlot),
    END,
    ...leb(functions.length),
    ...functions.flatMap((index) => leb(index)),
  ]);
}
