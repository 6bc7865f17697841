import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import makeAssembler from 'wabt';
import { pyodideFile } from './python-bytecode.ts';
import { withWideHash } from './wide-hash.ts';

it('leaves a valid module with the same exports, and goes in once', async () => {
  const stock = new Uint8Array(await readFile(pyodideFile('pyodide.asm.wasm')));
  const changed = withWideHash(stock.slice());
  expect(WebAssembly.validate(changed)).toBe(true);
  expect(changed.length - stock.length).toBeLessThan(10_000);
  // In a module that has already been changed, the replaced functions call new ones.
  expect(() => withWideHash(changed)).toThrow(/does not call \w+ once/);
});

/** Returns the module's function that folds a 64-bit hash into the 32 bits that a table stores. */
async function loadFold(): Promise<(hash: bigint) => number> {
  const source = await readFile(new URL('wide-hash.wat', import.meta.url), 'utf8');
  const [fold, size] = ['fold', 'fold_size'].map(
    (name) => new RegExp(`^  \\(func \\$${name} .*?^$`, 'ms').exec(source)![0],
  );
  const text = `(module ${fold!.replace('$fold', '$fold (export "fold")')} ${size!})`;
  const parsed = (await makeAssembler()).parseWat('fold.wat', text);
  const bytes = Uint8Array.from(parsed.toBinary({}).buffer);
  parsed.destroy();
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
  return exports['fold'] as (hash: bigint) => number;
}

it('folds a hash to 32 bits: small ones stay, packed keys differ, and signs turn', async () => {
  const fold = await loadFold();
  for (const small of [0n, 1n, 123_456_789n, 2n ** 31n - 1n, -2n, -77n])
    expect(fold(small)).toBe(Number(small));
  expect(fold(-1n)).toBe(-2);
  const distinct = (columns: number, rows: number, bits: bigint): number => {
    const folds = new Set<number>();
    for (let x = 1; x <= columns; x++) {
      for (let y = 0; y < rows; y++) folds.add(fold((BigInt(x) << bits) | BigInt(y)));
    }
    return folds.size / (columns * rows);
  };
  expect(distinct(300, 300, 31n)).toBeGreaterThan(0.99);
  expect(distinct(300, 300, 32n)).toBe(1);
  // From 4,096 columns on, more bits depend on the column.
  expect(distinct(60_000, 1, 32n)).toBeGreaterThan(0.6);
  expect(fold((5n << 40n) | 3n) & 0xffff).toBe(3);
  for (const hash of [(7n << 33n) | 9n, 2n ** 60n + 5n]) expect(fold(-hash)).toBe(-fold(hash) | 0);
});
