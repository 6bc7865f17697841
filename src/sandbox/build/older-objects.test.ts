import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { withOlderObjects } from './older-objects.ts';
import { pyodideFile } from './python-bytecode.ts';
import { WasmTexts } from './wasm-text.ts';

it('leaves a valid module, in which partial has one slot less', async () => {
  const stock = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
  const changed = withOlderObjects(stock.slice());
  expect(WebAssembly.validate(changed)).toBe(true);
  const [before, after] = [stock, changed].map((wasm) => {
    const data = new WasmTexts(Buffer.from(wasm.buffer));
    const slots = data.word(data.referenceTo('functools.partial\0') + 16);
    const numbers = Array.from({ length: 16 }, (_, at) => data.word(slots + 8 * at));
    return numbers.slice(0, numbers.indexOf(0));
  });
  expect(before).toContain(54);
  expect(after).toEqual(before!.filter((number) => number !== 54));
  expect(() => withOlderObjects(changed)).toThrow('partial is no method');
});
