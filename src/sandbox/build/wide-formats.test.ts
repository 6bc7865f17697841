import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { pyodideFile } from './python-bytecode.ts';
import { withWideFormats } from './wide-formats.ts';

const interpreter = async () => new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));

test('seven rows of two tables get the size and the functions of another row', async () => {
  const before = await interpreter();
  const after = withWideFormats(before.slice());
  const sizes: number[] = [];
  before.forEach((byte, at) => {
    // Among the bytes that change, only sizes and alignments have the value 4.
    if (byte !== after[at] && byte === 4) sizes.push(after[at]!);
  });
  expect(sizes).toEqual(Array(2 + 2 * 5).fill(8));
  expect(WebAssembly.validate(after)).toBe(true);
});

test('another interpreter is refused', async () => {
  const changed = withWideFormats(await interpreter());
  expect(() => withWideFormats(changed)).toThrow('0 tables of array');
});
