/**
 * Prevents V8 from speculating about the indirect calls of the interpreter's loop. V8 optimizes an indirect call for
 * the functions that it has seen there. When another function is called, the frame falls back to baseline code, which
 * needs up to twice the time, until the function returns: a running WebAssembly function does not switch to faster
 * code. The loop of Python's interpreter is one frame for a whole program. So each of its calls goes through a
 * trampoline, one function for each signature. A trampoline calls many different functions, so V8 does not speculate
 * for long, and its frame ends with the call.
 */
import { BinaryReader, type IOperatorInformation } from 'wasmparser';
import { HEADER_BYTES, imported, KIND, sectionsOf, WasmReader, type WasmSection } from './wasm-reader.ts';
import { leb, sectionOf, sized, vector } from './wasm-writer.ts';

const SECTION = { type: 1, import: 2, function: 3, code: 10 } as const;
const FUNCTION_TYPE = 0x60;
const I32 = 0x7f;
const LOCAL_GET = 0x20;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;
const END = 0x0b;
/** States of the parser. `wasmparser` declares their names as a `const enum`, which does not exist at run time. */
const STATE = { functionBegins: 28, operator: 30, functionEnds: 31 } as const;
/** Minimum number of indirect calls in the interpreter's loop. No other function has as many. */
const FEWEST_CALLS = 100;
/** V8 does not inline functions larger than this number of bytes (--wasm-inlining-max-size). */
const INLINED_BYTES = 500;

/** An indirect call: its position in the module, and the index of its signature. */
interface HostCall {
  readonly at: number;
  readonly end: number;
  readonly type: number;
}

interface FunctionBody {
  readonly bytes: number;
  /** Indexes of the functions that are called directly. */
  readonly called: ReadonlySet<number>;
  readonly throughTable: readonly HostCall[];
}

/** A replacement for a piece of code. */
interface Piece {
  readonly at: number;
  readonly end: number;
  readonly code: Buffer;
}

/** The types of the parameters and results of a function, one byte each. */
interface CallSignature {
  readonly parameters: Buffer;
  readonly results: Buffer;
}

/**
 * Adds the trampolines.
 * @param wasm Pyodide's interpreter
 * @throws when the interpreter is not built as expected
 */
export function withCallTrampolines(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sections = sectionsOf(Buffer.from(wasm.buffer, wasm.byteOffset, wasm.length));
  const section = (id: number): WasmSection => {
    const [found, ...more] = sections.filter((each) => each.id === id);
    if (found === undefined || more.length > 0) throw new Error(`the interpreter has no section ${id}`);
    return found;
  };
  const { content: code, offset } = section(SECTION.code);
  const { content: types } = section(SECTION.type);
  const { content: functions } = section(SECTION.function);
  const signatures = signaturesOf(types);
  const imports = imported(new WasmReader(section(SECTION.import).content), KIND.function);
  const calls = callsOfLoop(wasm, imports);
  const called = [...new Set(calls.map(({ type }) => type))].map((type) => ({ type, ...signatures[type]! }));
  const firstAdded = imports + new WasmReader(functions).number();
  const direct = calls.map(({ at, end, type }) => ({
    at: at - offset,
    end: end - offset,
    code: Buffer.from([CALL, ...leb(firstAdded + called.findIndex((each) => each.type === type))]),
  }));
  const written = new Map<number, Buffer>([
    [SECTION.type, longer(types, called.map(passing))],
    [
      SECTION.function,
      longer(
        functions,
        called.map((_, at) => Buffer.from(leb(signatures.length + at))),
      ),
    ],
    [SECTION.code, longer(replaced(code, direct), called.map(passOn))],
  ]);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(wasm.subarray(0, HEADER_BYTES)),
      ...sections.map(({ id, content }) => sectionOf(id, written.get(id) ?? content)),
    ]),
  );
}

/**
 * Returns the indirect calls of the interpreter's loop and of the functions that V8 may inline into it.
 * @param imports number of functions that the module imports
 */
function callsOfLoop(wasm: Uint8Array<ArrayBuffer>, imports: number): readonly HostCall[] {
  const bodies = bodiesOf(wasm);
  const [loop, ...more] = bodies.filter(({ throughTable }) => throughTable.length >= FEWEST_CALLS);
  if (loop === undefined || more.length > 0) throw new Error('the interpreter has not one loop, as expected');
  const part = new Set([loop]);
  // Iteration over a set includes the elements that are added during it.
  for (const { called } of part) {
    for (const index of called) {
      const body = bodies[index - imports];
      if (body !== undefined && body.bytes <= INLINED_BYTES) part.add(body);
    }
  }
  return bodies.filter((body) => part.has(body)).flatMap(({ throughTable }) => throughTable);
}

function bodiesOf(wasm: Uint8Array<ArrayBuffer>): readonly FunctionBody[] {
  const parser = new BinaryReader();
  parser.setData(wasm.slice().buffer, 0, wasm.length);
  const bodies: FunctionBody[] = [];
  let start = 0;
  let called = new Set<number>();
  let throughTable: HostCall[] = [];
  for (let at = 0; parser.read(); at = parser.position) {
    const state = Number(parser.state);
    if (state === STATE.functionBegins) {
      start = at;
      called = new Set();
      throughTable = [];
    } else if (state === STATE.operator) {
      const { code, typeIndex, funcIndex } = parser.result as IOperatorInformation;
      if (Number(code) === CALL) called.add(funcIndex!);
      else if (Number(code) === CALL_INDIRECT)
        throughTable.push({ at, end: parser.position, type: typeIndex! });
    } else if (state === STATE.functionEnds) {
      bodies.push({ bytes: parser.position - start, called, throughTable });
    }
  }
  if (parser.error !== null) throw parser.error;
  return bodies;
}

function signaturesOf(types: Buffer): readonly CallSignature[] {
  const reader = new WasmReader(types);
  return reader.list(() => {
    if (reader.byte() !== FUNCTION_TYPE) throw new Error('the interpreter has types other than of functions');
    return { parameters: reader.bytes(reader.number()), results: reader.bytes(reader.number()) };
  });
}

/** Returns the signature of a trampoline: the parameters of the called function, then its table slot. */
function passing({ parameters, results }: CallSignature): Buffer {
  return Buffer.from([
    FUNCTION_TYPE,
    ...leb(parameters.length + 1),
    ...parameters,
    I32,
    ...leb(results.length),
    ...results,
  ]);
}

/** Returns the body of a trampoline. */
function passOn({ parameters, type }: CallSignature & Pick<HostCall, 'type'>): Buffer {
  const handed = Array.from({ length: parameters.length + 1 }, (_, local) => [LOCAL_GET, ...leb(local)]);
  return sized(Buffer.from([0, ...handed.flat(), CALL_INDIRECT, ...leb(type), 0, END]));
}

/**
 * Replaces pieces of code.
 * @param code the code section
 * @param pieces the replacements, in order
 */
function replaced(code: Buffer, pieces: readonly Piece[]): Buffer {
  const reader = new WasmReader(code);
  let next = 0;
  const bodies = reader.list(() => {
    const body = reader.bytes(reader.number());
    const parts: Buffer[] = [];
    let done = reader.at - body.length;
    for (; next < pieces.length && pieces[next]!.at < reader.at; next += 1) {
      const piece = pieces[next]!;
      parts.push(code.subarray(done, piece.at), piece.code);
      done = piece.end;
    }
    return sized(Buffer.concat([...parts, code.subarray(done, reader.at)]));
  });
  return vector(bodies);
}

/** Appends items to a section that consists of their number and the items. */
function longer(section: Buffer, items: readonly Buffer[]): Buffer {
  const reader = new WasmReader(section);
  const number = reader.number() + items.length;
  return Buffer.concat([Buffer.from(leb(number)), reader.rest(), ...items]);
}
