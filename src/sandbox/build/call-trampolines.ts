/**
 * Prevents V8 from speculating about the indirect calls of the interpreter's loop. V8 optimizes an indirect call
 * for the functions that it has seen there. When the call reaches another function, the frame falls back to
 * baseline code, which takes up to twice the time. It stays there until the frame returns, because a running
 * WebAssembly function does not switch to faster code. The loop of Python's interpreter is one frame for a whole
 * program. So each of its calls goes through a trampoline, one function for each signature. A trampoline calls many
 * different functions, so V8 does not speculate for long, and its frame ends with the call.
 */
import { onlyOne, WasmReader, leb } from './wasm-bytes.ts';
import {
  CALL,
  CALL_INDIRECT,
  END,
  FUNCTION_TYPE,
  I32,
  operatorsOf,
  rewrittenBody,
  WasmParts,
  type Operator,
} from './wasm-parts.ts';

const LOCAL_GET = 0x20;
/** Minimum number of indirect calls in the interpreter's loop. No other function has that many. */
const FEWEST_CALLS = 100;
/**
 * Maximum size in bytes of a function that V8 inlines: --wasm-inlining-max-size is 500 and includes the two bytes of
 * the length.
 */
const INLINED_BYTES = 498;

/**
 * Routes the indirect calls of the interpreter's loop through trampolines.
 * @param wasm Pyodide's interpreter
 * @throws when the interpreter is not built as expected
 */
export function withCallTrampolines(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const loopPart = partsOfLoop(parts);
  const types = [...new Set([...loopPart.values()].flatMap((operators) => typesCalled(operators)))];
  const firstIndex = parts.imports + parts.bodies.length;
  const bodies = parts.bodies.map((body, at) =>
    loopPart.has(at)
      ? rewrittenBody(body, ({ code, index }) =>
          code === CALL_INDIRECT ? [CALL, ...leb(firstIndex + types.indexOf(index))] : null,
        )
      : body,
  );
  const trampolines = types.map((type) => trampolineOf(parts.types[type]!, type));
  return parts.moduleWith({
    types: [...parts.types, ...trampolines.map(({ signature }) => signature)],
    functionTypes: [...parts.functionTypes, ...types.map((_, at) => parts.types.length + at)],
    bodies: [...bodies, ...trampolines.map(({ body }) => body)],
  });
}

/** Returns the operators of the interpreter's loop and of the functions that V8 may inline into it, by position. */
function partsOfLoop({ bodies, imports }: WasmParts): ReadonlyMap<number, readonly Operator[]> {
  const operators = bodies.map(operatorsOf);
  const loopIndices = [...bodies.keys()].filter((at) => typesCalled(operators[at]!).length >= FEWEST_CALLS);
  const part = new Set([onlyOne(loopIndices, () => 'the interpreter has not one loop, as expected')]);
  // Iteration over a set includes the elements that the loop adds to it.
  for (const at of part) {
    for (const { code, index } of operators[at]!) {
      const calledBody = code === CALL ? bodies[index - imports] : undefined;
      if (calledBody !== undefined && calledBody.length <= INLINED_BYTES) part.add(index - imports);
    }
  }
  return new Map([...part].sort((one, other) => one - other).map((at) => [at, operators[at]!]));
}

/** Returns the index of the signature of each indirect call. */
function typesCalled(operators: readonly Operator[]): readonly number[] {
  return operators.flatMap(({ code, index }) => (code === CALL_INDIRECT ? [index] : []));
}

/**
 * Returns a trampoline: its signature, and its body. Its parameters are those of the called function, followed by
 * the function's table slot.
 */
function trampolineOf(
  calledSignature: Buffer,
  type: number,
): { readonly signature: Buffer; readonly body: Buffer } {
  const reader = new WasmReader(calledSignature, 1);
  const parameterTypes = reader.bytes(reader.number());
  const count = parameterTypes.length + 1;
  const passedCode = Array.from({ length: count }, (_, local) => [LOCAL_GET, ...leb(local)]).flat();
  return {
    signature: Buffer.from([
      FUNCTION_TYPE,
      ...leb(count),
      ...parameterTypes,
      I32,
      ...reader.remainingBytes(),
    ]),
    body: Buffer.from([0, ...passedCode, CALL_INDIRECT, ...leb(type), 0, END]),
  };
}
