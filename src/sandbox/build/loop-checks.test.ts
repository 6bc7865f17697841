import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import makeAssembler from 'wabt';
import { addToTable } from '../engine/deep-stack.ts';
import { WATCH_LOOPS, withLoopChecks } from './loop-checks.ts';
import { pyodideFile } from './python-bytecode.ts';

const assembler = await makeAssembler();

/** Loops that call a function, directly, through the table and in an inner loop, one that calls none, one that checks for signals, and the interpreter's. */
const TEXT = `(module
  (import "host" "zero" (global i32))
  (import "host" "nothing" (func $imported))
  (global $kept (mut i32) (i32.const 7))
  (type $plain (func))
  (table (export "table") 1 funcref)
  (elem (i32.const 0) $nothing)
  (func $nothing)
  (func (export "direct") (param i32) (result i32)
    loop call $nothing local.get 0 i32.const -1 i32.add local.tee 0 br_if 0 end global.get $kept)
  (func (export "indirect") (param i32) (result i32)
    loop i32.const 0 call_indirect (type $plain) local.get 0 i32.const -1 i32.add local.tee 0 br_if 0 end local.get 0)
  (func (export "inner") (param i32) (result i32)
    loop block loop call $nothing end end local.get 0 i32.const -1 i32.add local.tee 0 br_if 0 end local.get 0)
  (func (export "short") (param i32) (result i32)
    call $nothing loop local.get 0 i32.const -1 i32.add local.tee 0 br_if 0 end local.get 0)
  (func $signals (export "PyErr_CheckSignals"))
  (func (export "checked") (param i32) (result i32)
    loop call $signals local.get 0 i32.const -1 i32.add local.tee 0 br_if 0 end local.get 0)
  (func (export "_PyEval_EvalFrameDefault") (param i32) (result i32)
    loop call $nothing local.get 0 i32.const -1 i32.add local.tee 0 br_if 0 end local.get 0))`;

/** Returns the functions of the changed module, and the number of looks at the clock so far. */
function start() {
  const wasm = new Uint8Array(assembler.parseWat('loops.wat', TEXT).toBinary({}).buffer);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(withLoopChecks(wasm)), {
    host: { zero: 0, nothing: () => undefined },
  });
  const watch = (look: () => number) => {
    const slot = addToTable(exports['table'] as WebAssembly.Table, look, 0);
    (exports[WATCH_LOOPS] as (slot: number) => void)(slot);
  };
  return { run: exports as Record<string, (rounds: number) => number>, watch };
}

test.for([
  ['direct', 2],
  ['indirect', 2],
  ['inner', 4],
  ['short', 0],
  ['checked', 0],
  ['_PyEval_EvalFrameDefault', 0],
] as const)('10,000 rounds of %s look at the clock %i times', ([name, looks]) => {
  const { run, watch } = start();
  expect(run[name]!(10_000)).toBe(name === 'direct' ? 7 : 0);
  let seen = 0;
  watch(() => ++seen);
  run[name]!(10_000);
  // The rounds before the first look go on from those of the first run.
  expect(seen - looks).toBeGreaterThanOrEqual(0);
  expect(seen - looks).toBeLessThanOrEqual(looks === 0 ? 0 : 1);
});

test('an exception of the engine ends the loop, and the next one runs', () => {
  const { run, watch } = start();
  const late = new Error('late');
  watch(() => {
    throw late;
  });
  // A hundred times more rounds than a run without an end could need.
  expect(() => run['direct']!(409_600)).toThrow(late);
  watch(() => 0);
  expect(run['direct']!(10_000)).toBe(7);
});

test('Pyodide’s interpreter stays valid, and grows by about a hundredth', async () => {
  const before = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
  const after = withLoopChecks(before.slice());
  expect(WebAssembly.validate(after)).toBe(true);
  expect(after.length - before.length).toBeGreaterThan(50_000);
  expect(after.length / before.length).toBeLessThan(1.015);
});
