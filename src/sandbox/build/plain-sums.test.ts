import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { withPlainSums } from './plain-sums.ts';
import { pyodideFile } from './python-bytecode.ts';

const interpreter = async () => new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));

test('three additions are left out of the interpreter, which stays valid', async () => {
  const before = await interpreter();
  const after = withPlainSums(before.slice());
  const changedPlaces = [...before.keys()].filter((at) => before[at] !== after[at]);
  expect(changedPlaces.map((at) => [before[at], after[at]])).toEqual(Array(3).fill([0xa0, 0x1a]));
  // All changes are in one function of three kilobytes.
  expect(changedPlaces.at(-1)! - changedPlaces[0]!).toBeLessThan(3000);
  expect(WebAssembly.validate(after)).toBe(true);
});

test('another interpreter is refused', async () => {
  const changed = withPlainSums(await interpreter());
  expect(() => withPlainSums(changed)).toThrow('in 0 places');
  expect(() => withPlainSums(new Uint8Array(100))).toThrow('in 0 places');
});
