import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pyodideFile } from './python-bytecode.ts';
import { withSetOrder } from './set-order.ts';

it('leaves a valid module, and goes in once', async () => {
  const stock = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
  const changed = withSetOrder(stock.slice());
  expect(WebAssembly.validate(changed)).toBe(true);
  expect(changed.length - stock.length).toBeLessThan(200);
  expect(() => withSetOrder(changed)).toThrow('0 places where a set looks on');
});
