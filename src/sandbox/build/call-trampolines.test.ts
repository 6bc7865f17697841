import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import makeAssembler from 'wabt';
import { pyodideFile } from './python-bytecode.ts';
import { withCallTrampolines } from './call-trampolines.ts';

const assembler = await makeAssembler();

const long = 'i32.const 1 drop '.repeat(200);
const double = 'local.get 0 i32.const 0 call_indirect (type $one)';

/** Returns a module with a loop of `calls` indirect calls, and functions with one indirect call. */
function moduleWith(calls: number): Uint8Array<ArrayBuffer> {
  const text = `(module
    (type $one (func (param i32) (result i32)))
    (type $two (func (param i32 i64) (result i64)))
    (import "host" "seen" (func $seen (param i32)))
    (import "host" "zero" (global i32))
    (table 2 funcref)
    (elem (i32.const 0) $double $product)
    (func $double (type $one) local.get 0 call $seen local.get 0 i32.const 2 i32.mul)
    (func $product (type $two) local.get 0 i64.extend_i32_s local.get 1 i64.mul)
    (func $long (type $one) ${long} ${double})
    (func $near (type $one) ${double})
    (func $nearer (type $one) local.get 0 call $near)
    (func $apart (type $one) ${double})
    (func (export "loop") (param i32) (result i64)
      local.get 0 call $nearer call $long
      ${'i32.const 0 call_indirect (type $one) '.repeat(calls - 1)}
      i64.const 3 i32.const 1 call_indirect (type $two))
    (func (export "apart") (type $one) local.get 0 call $apart))`;
  return new Uint8Array(assembler.parseWat('steady.wat', text).toBinary({}).buffer);
}

/** Returns the number of indirect calls of each function. */
function callsThroughTable(wasm: Uint8Array): readonly number[] {
  const text = assembler.readWasm(wasm, {}).toText({});
  return text
    .split(/^ {2}\(func /mu)
    .slice(1)
    .map((body) => body.split('call_indirect').length - 1);
}

function ran(wasm: Uint8Array<ArrayBuffer>): unknown {
  const seen: number[] = [];
  const host = { seen: (value: number) => void seen.push(value), zero: 0 };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), { host });
  const call = exports as Record<string, (value: number) => number | bigint>;
  return { loop: call['loop']!(5), apart: call['apart']!(4), seen };
}

test('the loop, and functions that may be inlined into it, call through one trampoline per signature', () => {
  const before = moduleWith(100);
  const after = withCallTrampolines(before.slice());
  // The functions:                               double, product, long, near, nearer, apart, loop, apart
  expect(callsThroughTable(before)).toEqual([0, 0, 1, 1, 0, 1, 100, 0]);
  expect(callsThroughTable(after)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 1]);
  expect(ran(after)).toEqual(ran(before));
});

test('Pyodide’s interpreter stays valid, and grows little', async () => {
  const before = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
  const after = withCallTrampolines(before.slice());
  expect(WebAssembly.validate(after)).toBe(true);
  expect(after.length - before.length).toBeLessThan(1000);
  // In the changed interpreter, no function has that many indirect calls.
  expect(() => withCallTrampolines(after)).toThrow('not one loop');
});

test('a module that is no interpreter is refused', () => {
  expect(() => withCallTrampolines(moduleWith(99))).toThrow('not one loop');
  expect(() => withCallTrampolines(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).toThrow('no section');
});
