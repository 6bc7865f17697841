import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { withGlibcMath } from './glibc-math.ts';
import { pyodideFile } from './python-bytecode.ts';

let stock: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  stock = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
});

describe('the mathematics of glibc', () => {
  it('keeps a valid module of about the same length', () => {
    const changed = withGlibcMath(stock.slice());
    expect(WebAssembly.validate(changed)).toBe(true);
    expect(changed.length - stock.length).toBeLessThan(10_000);
    const names = (wasm: Uint8Array<ArrayBuffer>) =>
      WebAssembly.Module.exports(new WebAssembly.Module(wasm)).map(({ name }) => name);
    expect(names(changed)).toEqual(names(stock));
  });

  it('refuses another module, and one that was changed before', () => {
    const changed = withGlibcMath(stock.slice());
    expect(() => withGlibcMath(changed)).toThrow('0 texts');
  });
});
