import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pyodideFile } from './python-bytecode.ts';
import { withWideHash } from './wide-hash.ts';

it('leaves a valid module with the same exports, and goes in once', async () => {
  const stock = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
  const changed = withWideHash(stock.slice());
  expect(WebAssembly.validate(changed)).toBe(true);
  expect(changed.length - stock.length).toBeLessThan(10_000);
  // What a program’s own `__hash__` returns is read by a function of ours by now.
  expect(() => withWideHash(changed)).toThrow('does not call PyLong_AsSsize_t once');
});
