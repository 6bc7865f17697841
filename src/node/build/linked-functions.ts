/**
 * Links functions of our own into the interpreter's module, in the place of its own. They come as a small module, whose
 * exports are named after the functions that they stand in for, and whose imports name what they use:
 * - `function NAME`: a function of the interpreter as it is now
 * - `original NAME`: what the interpreter had where one of ours stands now
 * - `callee NAME`: the one function of that signature which `original NAME` calls
 * - `global NAME`: a global variable; `address NAME`: a number, which is known when it is linked
 */
import { BinaryReader, type IOperatorInformation } from 'wasmparser';
import { KIND, sectionsOf, WasmReader, type WasmSection } from './wasm-reader.ts';
import { leb, sectionOf, signedLeb, sized, vector } from './wasm-writer.ts';

const SECTION = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const HEADER = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const FUNCTION_TYPE = 0x60;
const CALL = 0x10;
const GLOBAL_GET = 0x23;
const I32_CONST = 0x41;
/** Of the parser's states, which have names for a compiler only. */
const OPERATOR = 30;

export interface Known {
  /** Numbers by name, for imports from `address`. */
  readonly addresses: Readonly<Record<string, number>>;
  /** Functions that are no exports, by index in the module. */
  readonly functions?: Readonly<Record<string, number>>;
}

interface Export {
  readonly name: string;
  readonly kind: number;
  readonly index: number;
}

interface Import {
  readonly module: string;
  readonly name: string;
  readonly kind: number;
  /** Of a function, the index of its signature. */
  readonly type: number;
}

interface Operator {
  readonly at: number;
  readonly end: number;
  readonly code: number;
  /** Of the function or the global. */
  readonly index: number;
}

/**
 * @param wasm the interpreter
 * @param added the module of our functions
 * @throws when the interpreter lacks what they name
 */
export function withFunctions(
  wasm: Uint8Array<ArrayBuffer>,
  added: Uint8Array<ArrayBuffer>,
  known: Known,
): Uint8Array<ArrayBuffer> {
  const host = new Parts(wasm);
  const guest = new Parts(added);
  const named = (name: string): number => {
    const index = known.functions?.[name] ?? host.exportOf(name, KIND.function);
    if (index < host.imports) throw new Error(`the interpreter imports ${name} itself`);
    return index;
  };
  const bodies = [...host.bodies];
  const types = [...host.functionTypes];
  const append = (body: Buffer, type: number): number => {
    bodies.push(body);
    types.push(type);
    return host.imports + bodies.length - 1;
  };
  const isSame = (index: number, type: number): boolean =>
    host.types[host.functionTypes[index - host.imports]!]!.equals(guest.types[type]!);

  const places = new Map<number, number>();
  const originals = new Map<string, number>();
  for (const { name, index } of guest.exports) {
    const place = named(name);
    if (!isSame(place, guest.functionTypes[index - guest.imports]!)) {
      throw new Error(`${name} has another signature in the interpreter`);
    }
    places.set(index, place);
  }
  const functionOf = (module: string, name: string, type: number): number => {
    const place = named(name);
    const body = host.bodies[place - host.imports]!;
    if (module === 'callee') {
      const calls = operatorsOf(moduleOf([sectionOf(SECTION.code, vector([sized(body)]))]));
      const callees = calls.filter(
        ({ code, index }) => code === CALL && index >= host.imports && isSame(index, type),
      );
      const [callee, ...more] = new Set(callees.map(({ index }) => index));
      if (callee === undefined || more.length > 0) throw new Error(`${name} does not call one such function`);
      return callee;
    }
    if (!isSame(place, type)) throw new Error(`${name} has another signature in the interpreter`);
    if (module === 'function') return place;
    let original = originals.get(name);
    if (original === undefined) {
      original = append(body, host.functionTypes[place - host.imports]!);
      originals.set(name, original);
    }
    return original;
  };

  const functions: number[] = [];
  const globals: (readonly [code: number, value: number])[] = [];
  for (const each of guest.imported) {
    if (each.kind === KIND.function) functions.push(functionOf(each.module, each.name, each.type));
    else if (each.kind !== KIND.global) continue;
    else if (each.module === 'global') globals.push([GLOBAL_GET, host.exportOf(each.name, KIND.global)]);
    else {
      const value = known.addresses[each.name];
      if (value === undefined) throw new Error(`nobody says where ${each.name} is`);
      globals.push([I32_CONST, value]);
    }
  }
  const firstType = host.types.length;
  guest.functionTypes.forEach((type, at) => {
    const index = guest.imports + at;
    functions.push(places.get(index) ?? append(Buffer.alloc(0), firstType + type));
  });
  const operators = operatorsOf(added);
  guest.functionTypes.forEach((_, at) => {
    const body = guest.bodies[at]!;
    const start = guest.bodyOffsets[at]!;
    const parts: Buffer[] = [];
    let done = start;
    for (const { at: from, end, code, index } of operators) {
      if (from < start || from >= start + body.length) continue;
      const piece =
        code === CALL
          ? [CALL, ...leb(functions[index]!)]
          : globals[index]![0] === I32_CONST
            ? [I32_CONST, ...signedLeb(globals[index]![1])]
            : [code, ...leb(globals[index]![1])];
      parts.push(body.subarray(done - start, from - start), Buffer.from(piece));
      done = end;
    }
    parts.push(body.subarray(done - start));
    bodies[functions[guest.imports + at]! - host.imports] = Buffer.concat(parts);
  });
  return host.written(
    new Map([
      [SECTION.type, vector([...host.types, ...guest.types])],
      [SECTION.function, vector(types.map((type) => Buffer.from(leb(type))))],
      [SECTION.code, vector(bodies.map(sized))],
    ]),
  );
}

/** A module, taken apart. */
class Parts {
  readonly #sections: readonly WasmSection[];
  /** Signatures as they are written. */
  readonly types: readonly Buffer[];
  readonly imported: readonly Import[];
  /** Number of functions that are imported. */
  readonly imports: number;
  readonly exports: readonly Export[];
  /** Of each function of its own: index of its type, and its code. */
  readonly functionTypes: readonly number[];
  readonly bodies: readonly Buffer[];
  /** Where each begins in the module. */
  readonly bodyOffsets: readonly number[];

  constructor(wasm: Uint8Array<ArrayBuffer>) {
    this.#sections = sectionsOf(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
    const types = this.#reader(SECTION.type);
    this.types = types.list(() => {
      const start = types.at;
      if (types.byte() !== FUNCTION_TYPE) throw new Error('a module has types other than of functions');
      types.bytes(types.number());
      types.bytes(types.number());
      return types.since(start);
    });
    this.imported = importsOf(this.#reader(SECTION.import));
    this.imports = this.imported.filter(({ kind }) => kind === KIND.function).length;
    const exports = this.#reader(SECTION.export);
    this.exports = exports.list(() => ({
      name: exports.text(),
      kind: exports.byte(),
      index: exports.number(),
    }));
    const functions = this.#reader(SECTION.function);
    this.functionTypes = functions.list(() => functions.number());
    const code = this.#reader(SECTION.code);
    const { offset } = this.#section(SECTION.code);
    const found = code.list(() => {
      const length = code.number();
      return { at: offset + code.at, body: code.bytes(length) };
    });
    this.bodies = found.map(({ body }) => body);
    this.bodyOffsets = found.map(({ at }) => at);
  }

  exportOf(name: string, kind: number): number {
    const found = this.exports.find((each) => each.name === name && each.kind === kind);
    if (found === undefined) throw new Error(`the interpreter has no ${name}`);
    return found.index;
  }

  /** With other sections in the place of its own. */
  written(sections: ReadonlyMap<number, Buffer>): Uint8Array<ArrayBuffer> {
    return moduleOf(this.#sections.map(({ id, content }) => sectionOf(id, sections.get(id) ?? content)));
  }

  #section(id: number): WasmSection {
    const [found, ...more] = this.#sections.filter((section) => section.id === id);
    if (found === undefined || more.length > 0) throw new Error(`a module has no section ${id}`);
    return found;
  }

  #reader(id: number): WasmReader {
    return new WasmReader(this.#section(id).content);
  }
}

function importsOf(reader: WasmReader): readonly Import[] {
  return reader.list(() => {
    const [module, name, kind] = [reader.text(), reader.text(), reader.byte()];
    if (kind === KIND.function) return { module, name, kind, type: reader.number() };
    if (kind === KIND.global) reader.bytes(2);
    else if (kind === KIND.memory) reader.bytes(reader.byte() === 0 ? 1 : 2);
    else throw new Error(`a module imports ${name}, which is neither function, global nor memory`);
    return { module, name, kind, type: 0 };
  });
}

/** Those that name a function or a global. */
function operatorsOf(wasm: Uint8Array<ArrayBuffer>): readonly Operator[] {
  const parser = new BinaryReader();
  parser.setData(wasm.slice().buffer, 0, wasm.length);
  const operators: Operator[] = [];
  for (let at = 0; parser.read(); at = parser.position) {
    if (Number(parser.state) !== OPERATOR) continue;
    const { code, funcIndex, globalIndex } = parser.result as IOperatorInformation;
    const index = Number(code) === CALL ? funcIndex : globalIndex;
    if (index !== undefined) operators.push({ at, end: parser.position, code: Number(code), index });
  }
  if (parser.error !== null) throw parser.error;
  return operators;
}

function moduleOf(sections: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([HEADER, ...sections]));
}
