import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ADD_LEVELS, RESUME_EXPORT, withCRecursion } from './c-recursion.ts';
import { pyodideFile } from './python-bytecode.ts';
import { KIND } from './wasm-bytes.ts';
import { WasmParts } from './wasm-parts.ts';

const stock = async () =>
  new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm'))) as Uint8Array<ArrayBuffer>;

test('functions that check the stack count, and each function keeps its index', async () => {
  const [original, changed] = [new WasmParts(await stock()), withCRecursion(await stock())];
  expect(WebAssembly.validate(changed)).toBe(true);
  const changedParts = new WasmParts(changed);
  const names = original.exports.map(({ name, index }) => `${name} ${index}`);
  expect(changedParts.exports.map(({ name, index }) => `${name} ${index}`)).toEqual([
    ...names,
    `${RESUME_EXPORT} ${changedParts.exportOf(RESUME_EXPORT, KIND.function)}`,
    `${ADD_LEVELS} ${changedParts.exportOf(ADD_LEVELS, KIND.function)}`,
  ]);
  const differ = original.bodies.filter((body, at) => !body.equals(changedParts.bodies[at]!)).length;
  // The functions that differ are: 29 functions with a message of 3.11, functions of the compiler and of the syntax
  // tree, rules of the parser, the interpreter's loop, and `_Py_Dealloc`.
  expect(differ).toBeGreaterThan(90);
  expect(differ).toBeLessThan(140);
  for (const name of ['PyObject_Repr', 'PyObject_RichCompare', '_PyEval_EvalFrameDefault', '_Py_Dealloc']) {
    const at = original.exportOf(name, KIND.function) - original.imports;
    expect(changedParts.bodies[at]!.length, name).toBeLessThan(300);
  }
});

test('another interpreter is refused', async () => {
  const bytes = Buffer.from(await stock());
  bytes.write('Unrecoverable heap', bytes.indexOf('Unrecoverable stack overflow'), 'latin1');
  expect(() => withCRecursion(new Uint8Array(bytes))).toThrow('texts that begin');
});
