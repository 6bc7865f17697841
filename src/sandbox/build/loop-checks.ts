/**
 * Makes loops in C code look at the clock. The interpreter checks for signals in bytecode only, so `sum(count())` never
 * does. Terminating its worker is the other way to end such a loop: Chromium then lets the thread run for two more
 * seconds, and WebKit for ever, so that after a few such programs no new worker can start.
 *
 * Each loop that calls a function counts its rounds. After ROUNDS of them, in whatever loops, the module calls the
 * function of the engine that ends a late program by an exception (`soft-deadline.ts`). Loops without a call are short.
 * Functions that check for signals themselves are left as they are: the interpreter's own loop, regular expressions, and
 * the digits of huge numbers.
 */
import { KIND, leb, signedLeb } from './wasm-bytes.ts';
import {
  allOperatorsOf,
  CALL,
  CALL_INDIRECT,
  END,
  I32,
  I32_CONST,
  SECTION,
  signature,
  WasmParts,
} from './wasm-parts.ts';

/**
 * Name of the exported function that sets the table slot of the engine's function, which takes nothing and returns a
 * number that is ignored.
 */
export const WATCH_LOOPS = 'allpass_watch_loops';
/** Number of rounds between two looks at the clock. The clock costs as much as a few rounds. */
const ROUNDS = 4096;

const OP = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  try: 0x06,
  delegate: 0x18,
  drop: 0x1a,
  tryTable: 0x1f,
  getLocal: 0x20,
  getGlobal: 0x23,
  setGlobal: 0x24,
  equalsZero: 0x45,
  subtract: 0x6b,
} as const;
const OPENING = new Set<number>([OP.block, OP.loop, OP.if, OP.try, OP.tryTable]);
const CLOSING = new Set<number>([END, OP.delegate]);
const VOID = 0x40;
const MUTABLE = 1;

/**
 * @param wasm Pyodide's interpreter, whose export `_PyEval_EvalFrameDefault` is still its loop
 * @throws when the interpreter is not built as expected
 */
export function withLoopChecks(wasm: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const interpreterLoop = parts.exportOf('_PyEval_EvalFrameDefault', KIND.function) - parts.imports;
  const signalCheck = parts.exportOf('PyErr_CheckSignals', KIND.function);
  const { count, encodedGlobals } = parts.globals;
  const rounds = parts.importedGlobals + count;
  const slot = rounds + 1;
  const look = parts.imports + parts.bodies.length;
  const newGlobal = (value: number): readonly number[] => [I32, MUTABLE, I32_CONST, ...signedLeb(value), END];
  const lookType = parts.types.length;
  const watchType = lookType + 1;
  const engineType = lookType + 2;
  const lookBody = [
    ...[0, I32_CONST, ...signedLeb(ROUNDS), OP.setGlobal, ...leb(rounds)],
    ...[OP.getGlobal, ...leb(slot), OP.if, VOID],
    ...[OP.getGlobal, ...leb(slot), CALL_INDIRECT, ...leb(engineType), 0, OP.drop, END, END],
  ];
  const watchBody = [0, OP.getLocal, 0, OP.setGlobal, ...leb(slot), END];
  const roundCode = Buffer.from([
    ...[OP.getGlobal, ...leb(rounds), I32_CONST, 1, OP.subtract, OP.setGlobal, ...leb(rounds)],
    ...[OP.getGlobal, ...leb(rounds), OP.equalsZero, OP.if, VOID, CALL, ...leb(look), END],
  ]);
  const bodies = parts.bodies.map((body, at) => {
    if (at === interpreterLoop) return body;
    const starts = callingLoopsOf(body, signalCheck);
    const ends = [...starts, body.length];
    return Buffer.concat([
      body.subarray(0, ends[0]),
      ...starts.flatMap((start, nth) => [roundCode, body.subarray(start, ends[nth + 1])]),
    ]);
  });
  return parts.moduleWith({
    types: [...parts.types, signature(0, 0), signature(1, 0), signature(0, 1)],
    functionTypes: [...parts.functionTypes, lookType, watchType],
    bodies: [...bodies, Buffer.from(lookBody), Buffer.from(watchBody)],
    [SECTION.global]: Buffer.concat([
      Buffer.from(leb(count + 2)),
      encodedGlobals,
      Buffer.from([...newGlobal(ROUNDS), ...newGlobal(0)]),
    ]),
    exports: [...parts.exports, { name: WATCH_LOOPS, kind: KIND.function, index: look + 1 }],
  });
}

/**
 * Returns the offset of the first operator of each loop that calls a function, in order.
 * @param signalCheck index of the function that checks for signals; a function that calls it has no such loops
 */
function callingLoopsOf(body: Buffer, signalCheck: number): readonly number[] {
  // Most functions have no loop, and parsing takes long.
  if (!body.includes(OP.loop)) return [];
  const operators = allOperatorsOf(body);
  if (operators.some(({ code, index }) => code === CALL && index === signalCheck)) return [];
  const starts: number[] = [];
  /** For each open block, where it starts if it is a loop whose calls have not been seen yet. */
  const open: (number | null)[] = [];
  for (const { code, end } of operators) {
    if (OPENING.has(code)) open.push(code === OP.loop ? end : null);
    else if (CLOSING.has(code)) open.pop();
    else if (code === CALL || code === CALL_INDIRECT) {
      starts.push(...open.filter((start) => start !== null));
      open.fill(null);
    }
  }
  return starts.sort((one, other) => one - other);
}
