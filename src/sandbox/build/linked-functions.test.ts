import { describe, expect, it } from 'vitest';
import makeAssembler from 'wabt';
import { withCall, withFunctions } from './linked-functions.ts';

const assembler = await makeAssembler();
const assemble = (text: string) =>
  new Uint8Array(assembler.parseWat('test.wat', text).toBinary({}).buffer) as Uint8Array<ArrayBuffer>;

/** A module like the interpreter, with functions, some of them exported, a global variable and constant addresses. */
const HOST = `(module
  (import "host" "noted" (func $noted (param i32)))
  (table 3 funcref)
  (elem (i32.const 1) $twice $plus)
  (memory (export "memory") 1)
  (global $stack (mut i32) (i32.const 100))
  (global $place i32 (i32.const 500))
  (export "stack" (global $stack))
  (export "place" (global $place))
  (func $twice (export "twice") (param i32) (result i32) local.get 0 call $noted local.get 0 local.get 0 call $plus)
  (func $plus (param i32 i32) (result i32) local.get 0 local.get 1 i32.add)
  (func (export "six") (result i32) i32.const 3 call $twice)
  (func (export "four") (result i32) i32.const 2 call $thrice)
  (func $thrice (export "thrice") (param i32) (result i32) local.get 0 i32.const 3 i32.mul))`;

const GUEST = `(module
  (import "original" "twice" (func $before (param i32) (result i32)))
  (import "callee" "twice" (func $plus (param i32 i32) (result i32)))
  (import "function" "six" (func $six (result i32)))
  (import "global" "stack" (global $stack (mut i32)))
  (import "address" "place" (global $place i32))
  (import "address" "table" (global $table i32))
  (func $helped (param i32) (result i32) local.get 0 i32.const 1 call $plus)
  (func (export "twice") (param i32) (result i32)
    (global.set $stack (i32.add (global.get $stack) (i32.const 1)))
    (i32.add
      (i32.add (call $before (local.get 0)) (call $helped (local.get 0)))
      (i32.add (global.get $place) (i32.add (global.get $table) (global.get $stack)))))
  (func (export "four thrice") (param i32) (result i32) call $six))`;

interface Exports {
  twice(value: number): number;
  thrice(value: number): number;
  six(): number;
  four(): number;
  readonly stack: WebAssembly.Global;
}

function instance(wasm: Uint8Array<ArrayBuffer>): { exports: Exports; noted: number[] } {
  const notedValues: number[] = [];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
    host: { noted: (value: number) => void notedValues.push(value) },
  });
  return { exports: exports as unknown as Exports, noted: notedValues };
}

const knownItems = { addresses: { table: 7000 } };

describe('functions of our own in the interpreter', () => {
  it('have global variables of their own', () => {
    const countingModule = `(module
      (import "global" "stack" (global $stack (mut i32)))
      (global $count (mut i32) (i32.const 7))
      (func (export "thrice") (param i32) (result i32)
        (global.set $count (i32.add (global.get $count) (local.get 0)))
        (i32.add (global.get $count) (global.get $stack))))`;
    const { exports } = instance(withFunctions(assemble(HOST), assemble(countingModule), knownItems));
    expect([exports.thrice(1), exports.thrice(2), exports.stack.value]).toEqual([108, 110, 100]);
  });

  it('are called in the place of its own, and call those', () => {
    const { exports, noted } = instance(withFunctions(assemble(HOST), assemble(GUEST), knownItems));
    expect(exports.twice(5)).toBe(10 + 6 + 500 + 7000 + 101);
    expect(noted).toEqual([5]);
    expect(exports.six()).toBe(6 + 4 + 500 + 7000 + 102);
    expect(exports.stack.value).toBe(102);
  });

  it('stand in within one caller where they say so', () => {
    const { exports } = instance(withFunctions(assemble(HOST), assemble(GUEST), knownItems));
    expect(exports.thrice(2)).toBe(6);
    expect(exports.four()).toBe(6 + 4 + 500 + 7000 + 101);
  });

  it('refuse an interpreter without what they name', () => {
    const host = assemble(HOST);
    expect(() => withFunctions(host, assemble(GUEST), {})).toThrow('has no table');
    const linkOther = (text: string) => () => withFunctions(host, assemble(text), knownItems);
    expect(
      linkOther('(module (import "function" "none" (func)) (func (export "six") (result i32) i32.const 1))'),
    ).toThrow('has no none');
    expect(
      linkOther(
        '(module (import "function" "six" (func (result i32))) (func (export "twice") (result i32) i32.const 1))',
      ),
    ).toThrow('another signature');
    expect(
      linkOther(
        '(module (import "callee" "thrice" (func (param i32))) (func (export "six") (result i32) i32.const 1))',
      ),
    ).toThrow('does not call one');
  });
});

it('one call goes to another export', () => {
  const { exports } = instance(withCall(assemble(HOST), 4, 'thrice', 'twice'));
  expect(exports.four()).toBe(4);
  expect(() => withCall(assemble(HOST), 3, 'thrice', 'twice')).toThrow('does not call thrice once');
});
