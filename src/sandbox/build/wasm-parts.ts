/** Parses a WebAssembly module into its functions, signatures, imports and exports. */
import { BinaryReader, type IOperatorInformation } from 'wasmparser';
import {
  KIND,
  leb,
  onlyOne,
  sectionOf,
  sectionsOf,
  text,
  withLength,
  vector,
  WasmReader,
  type WasmSection,
} from './wasm-bytes.ts';

export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  global: 6,
  export: 7,
  element: 9,
  code: 10,
} as const;
export const CALL = 0x10;
export const CALL_INDIRECT = 0x11;
export const I32_CONST = 0x41;
export const I32 = 0x7f;
export const END = 0x0b;
const HEADER = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
export const FUNCTION_TYPE = 0x60;
/**
 * The parser's state after an operator, as a number. `wasmparser` declares its name in a `const enum`, which does not
 * exist at run time.
 */
const OPERATOR_STATE = 30;

interface ModuleImport {
  readonly module: string;
  readonly name: string;
  readonly kind: number;
  /** Index of the signature if the import is a function. */
  readonly type: number;
}

export interface ModuleExport {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
}

export interface Operator {
  readonly at: number;
  readonly end: number;
  readonly code: number;
  /** Index of the function, the global or the signature, or the value of an `i32.const`. */
  readonly index: number;
}

interface AnyOperator extends Omit<Operator, 'index'> {
  /** Undefined if the operator refers to none of them. */
  readonly index: number | undefined;
}

/** The parts of a WebAssembly module. */
export class WasmParts {
  readonly #sections: readonly WasmSection[];
  /** The encoded signatures. */
  readonly types: readonly Buffer[];
  readonly imported: readonly ModuleImport[];
  /** Number of imported functions. */
  readonly imports: number;
  readonly importedGlobals: number;
  readonly exports: readonly ModuleExport[];
  /**
   * Index of the signature of each function that is not imported. `bodies` has the code of these functions, in the same
   * order.
   */
  readonly functionTypes: readonly number[];
  readonly bodies: readonly Buffer[];

  constructor(wasm: Uint8Array<ArrayBuffer>) {
    this.#sections = sectionsOf(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
    const types = this.reader(SECTION.type);
    this.types = types.list(() => {
      const start = types.at;
      if (types.byte() !== FUNCTION_TYPE) throw new Error('a module has types other than of functions');
      types.bytes(types.number());
      types.bytes(types.number());
      return types.bytesSince(start);
    });
    this.imported = importsOf(this.reader(SECTION.import));
    this.imports = this.imported.filter(({ kind }) => kind === KIND.function).length;
    this.importedGlobals = this.imported.filter(({ kind }) => kind === KIND.global).length;
    const exports = this.reader(SECTION.export);
    this.exports = exports.list(() => ({
      name: exports.text(),
      kind: exports.byte(),
      index: exports.number(),
    }));
    const functions = this.reader(SECTION.function);
    this.functionTypes = functions.list(() => functions.number());
    const code = this.reader(SECTION.code);
    this.bodies = code.list(() => code.bytes(code.number()));
  }

  exportOf(name: string, kind: number): number {
    const match = this.exports.find((each) => each.name === name && each.kind === kind);
    if (match === undefined) throw new Error(`the interpreter has no ${name}`);
    return match.index;
  }

  /** The global variables that are not imported: their number and their encoding. */
  get globals(): { readonly count: number; readonly encodedGlobals: Buffer } {
    const content = this.#sections.find(({ id }) => id === SECTION.global)?.content ?? Buffer.from([0]);
    const reader = new WasmReader(content);
    const count = reader.number();
    return { count, encodedGlobals: content.subarray(reader.at) };
  }

  /** The values of constant globals, by index. */
  get constants(): ReadonlyMap<number, number> {
    const reader = this.reader(SECTION.global);
    const values = reader.list(() => {
      const type = reader.byte();
      const isMutable = reader.byte() !== 0;
      if (type !== I32 || reader.byte() !== I32_CONST) throw new Error('a global is not a constant number');
      const value = reader.signedNumber();
      if (reader.byte() !== END) throw new Error('a global is reckoned');
      return isMutable ? null : value;
    });
    return new Map(
      values.flatMap((value, at) => (value === null ? [] : [[this.importedGlobals + at, value] as const])),
    );
  }

  /** The functions in the table and the length of the table. The functions occupy the end of the table. */
  get table(): { readonly elements: readonly number[]; readonly length: number } {
    const reader = this.reader(SECTION.element);
    const isPlain = reader.number() === 1 && reader.number() === 0 && reader.byte() === I32_CONST;
    if (!isPlain) throw new Error('the interpreter fills its table otherwise than expected');
    const firstSlot = reader.signedNumber();
    if (reader.byte() !== END) throw new Error('the interpreter’s table begins at a place that is reckoned');
    const elements = reader.list(() => reader.number());
    return { elements, length: firstSlot + elements.length };
  }

  /** Returns the address that is exported under a name. */
  addressOf(name: string): number {
    const address = this.constants.get(this.exportOf(name, KIND.global));
    if (address === undefined) throw new Error(`the interpreter’s ${name} has no constant address`);
    return address;
  }

  /** Returns the index of the function in a slot of the table. */
  inTable(slot: number): number {
    const { elements, length } = this.table;
    const index = elements[slot - (length - elements.length)];
    if (index === undefined) throw new Error(`the interpreter has no function ${slot} in its table`);
    return index;
  }

  /** Whether a function has the given encoded signature. False for imported functions. */
  hasSignature(index: number, signature: Buffer): boolean {
    const type = this.functionTypes[index - this.imports];
    return type !== undefined && this.types[type]!.equals(signature);
  }

  /**
   * Encodes the module with some of its parts replaced.
   * @param sections the content of other sections, by their ids
   */
  moduleWith({ types, functionTypes, bodies, exports, ...sections }: ModuleChanges): Uint8Array<ArrayBuffer> {
    const contents = new Map(Object.entries(sections).map(([id, content]) => [Number(id), content]));
    if (types) contents.set(SECTION.type, vector(types));
    if (functionTypes)
      contents.set(SECTION.function, vector(functionTypes.map((type) => Buffer.from(leb(type)))));
    if (bodies) contents.set(SECTION.code, vector(bodies.map(withLength)));
    if (exports)
      contents.set(
        SECTION.export,
        vector(exports.map(({ name, kind, index }) => Buffer.from([...text(name), kind, ...leb(index)]))),
      );
    const { [SECTION.custom]: custom } = sections;
    const customSection = custom === undefined ? [] : [sectionOf(SECTION.custom, custom)];
    return moduleOf([
      ...this.#sections.map(({ id, content }) =>
        sectionOf(id, id === SECTION.custom ? content : (contents.get(id) ?? content)),
      ),
      ...customSection,
    ]);
  }

  /**
   * Returns a reader of a section's content.
   * @throws unless the module has one such section
   */
  reader(id: number): WasmReader {
    const sections = this.#sections.filter((section) => section.id === id);
    return new WasmReader(onlyOne(sections, () => `a module has no section ${id}`).content);
  }
}

/** The parts of a module to replace, with their new content. */
interface ModuleChanges {
  readonly types?: readonly Buffer[];
  readonly functionTypes?: readonly number[];
  readonly bodies?: readonly Buffer[];
  readonly exports?: readonly ModuleExport[];
  /** The content of other sections, by their ids. A custom section is appended to the module. */
  readonly [section: number]: Buffer;
}

function importsOf(reader: WasmReader): readonly ModuleImport[] {
  return reader.list(() => {
    const [module, name, kind] = [reader.text(), reader.text(), reader.byte()];
    if (kind === KIND.function) return { module, name, kind, type: reader.number() };
    if (kind === KIND.global) reader.bytes(2);
    else if (kind === KIND.memory) reader.bytes(reader.byte() === 0 ? 1 : 2);
    else throw new Error(`a module imports ${name}, which is neither function, global nor memory`);
    return { module, name, kind, type: 0 };
  });
}

/** Returns the operators of a function's code that refer to a function, a signature, a global or a number. */
export function operatorsOf(body: Buffer): readonly Operator[] {
  return allOperatorsOf(body).filter((operator): operator is Operator => operator.index !== undefined);
}

/** Returns all operators of a function's code. Those that `operatorsOf` leaves out have no `index`. */
export function allOperatorsOf(body: Buffer): readonly AnyOperator[] {
  const wasm = moduleOf([sectionOf(SECTION.code, vector([withLength(body)]))]);
  const start = wasm.length - body.length;
  const parser = new BinaryReader();
  parser.setData(wasm.buffer, 0, wasm.length);
  const operators: AnyOperator[] = [];
  for (let at = 0; parser.read(); at = parser.position) {
    if (Number(parser.state) !== OPERATOR_STATE) continue;
    const result = parser.result as IOperatorInformation;
    const code = Number(result.code);
    const index =
      code === CALL
        ? result.funcIndex
        : code === CALL_INDIRECT
          ? result.typeIndex
          : code === I32_CONST
            ? Number(result.literal)
            : result.globalIndex;
    operators.push({ at: at - start, end: parser.position - start, code, index });
  }
  if (parser.error !== null) throw parser.error;
  return operators;
}

/**
 * Replaces operators of a function's code.
 * @param replacementFor returns the new code, or null to keep the operator
 */
export function rewrittenBody(
  body: Buffer,
  replacementFor: (operator: Operator) => readonly number[] | null,
): Buffer {
  const pieces: Buffer[] = [];
  let copiedTo = 0;
  for (const operator of operatorsOf(body)) {
    const code = replacementFor(operator);
    if (code === null) continue;
    pieces.push(body.subarray(copiedTo, operator.at), Buffer.from(code));
    copiedTo = operator.end;
  }
  return Buffer.concat([...pieces, body.subarray(copiedTo)]);
}

/** Encodes the signature of a function whose parameters and results are 32-bit numbers. */
export const signature = (parameters: number, results: number): Buffer =>
  Buffer.from([
    FUNCTION_TYPE,
    ...leb(parameters),
    ...Array<number>(parameters).fill(I32),
    results,
    ...Array<number>(results).fill(I32),
  ]);

function moduleOf(sections: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([HEADER, ...sections]));
}
