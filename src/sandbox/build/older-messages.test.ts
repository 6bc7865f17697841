import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withOlderMessages } from './older-messages.ts';
import { withOlderBehaviour } from './older-behaviour.ts';
import { pyodideFile } from './python-bytecode.ts';
import { WasmTexts } from './wasm-text.ts';

const interpreter = async () => new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));

test('texts are written over, and the interpreter stays valid', async () => {
  const before = await interpreter();
  const after = withOlderMessages(before.slice());
  // The module grows because two methods store the value that they show and pass its address, and because two notes
  // become errors.
  expect(after.length - before.length).toBe(2 * 13 + 2 * 9);
  expect(WebAssembly.validate(after)).toBe(true);
  const texts = new WasmTexts(Buffer.from(after.buffer));
  expect(texts.find('%s() arg is an empty sequence\0').length).toBe(29);
  expect(() => texts.find('%s() iterable argument is empty')).toThrow('0 texts that begin “%s() iterable');
  expect(() => texts.find('math domain error')).toThrow('1 expected');
  expect(() => texts.find("'%S' is an invalid keyword argument for %.200s%s")).toThrow('holds 2 texts');
});

test('a few bytes of code decide what is done as before', async () => {
  const before = await interpreter();
  const after = withOlderBehaviour(before.slice());
  // Compares the changed bytes only, because the module has ten million.
  const changed: unknown[] = [];
  before.forEach((byte, at) => {
    if (byte !== after[at]) changed.push([byte, after[at]]);
  });
  expect(changed).toEqual([
    // The `repr` of an `OrderedDict` calls a different function.
    [0xef, 0xc5],
    [0x10, 0x07],
    // In the module, the code for `NotImplemented` precedes that of the symbol table.
    [0x10, 0x1a],
    [0xa0, 0x1a],
    [0x20, 0x01],
    [0x7f, 0x01],
    ...[
      [0x00, 0x07],
      [0x2d, 0x28],
      [0x00, 0x02],
      [0x38, 0x48],
      [0x80, 0x00],
    ],
    ...[
      [0x01, 0x4e],
      [0x71, 0x01],
      [0x45, 0x01],
    ],
    // A format accepts no separator after its precision.
    [0x2c, 0x7f],
    [0xdf, 0xff],
    [0x00, 0x7f],
  ]);
  expect(WebAssembly.validate(after)).toBe(true);
});

test('another interpreter is refused', async () => {
  const texts = withOlderMessages(await interpreter());
  expect(() => withOlderMessages(texts)).toThrow('0 texts that begin');
  const ways = withOlderBehaviour(await interpreter());
  expect(() => withOlderBehaviour(ways)).toThrow('in no place that is known');
  expect(() => withOlderBehaviour(new Uint8Array(Buffer.from('\0asm\x01\0\0\0')))).toThrow('0 texts');
});
