import { describe, expect, it } from 'vitest';
import { acceptFunctions, addressedFunctions } from './table-functions.ts';

const newTable = (): WebAssembly.Table => new WebAssembly.Table({ element: 'anyfunc', initial: 200 });
const signed = (sig: string, body: (...args: never[]) => unknown) =>
  Object.assign((...args: never[]) => body(...args), { sig });

describe('a table that accepts functions of its host', () => {
  it('refuses them otherwise', () => {
    expect(() =>
      newTable().set(
        0,
        signed('v', () => undefined),
      ),
    ).toThrow(TypeError);
  });

  it('calls each by its own signature, however many there are', () => {
    const functions = Array.from({ length: 200 }, (_, index) => signed('ii', (x: number) => x + index));
    const table = newTable();
    acceptFunctions(table, functions);
    for (const [index, each] of functions.entries()) table.set(index, each);
    const call = (index: number): unknown => (table.get(index) as (x: number) => unknown)(1.5);
    expect([call(0), call(127), call(128), call(199)]).toEqual([1, 128, 129, 200]);
  });

  it('knows all of Emscripten’s types', () => {
    const seen: unknown[] = [];
    const table = newTable();
    const all = signed('vipjfde', (...args: unknown[]) => void seen.push(...args));
    const wide = signed('j', () => 2n ** 62n);
    acceptFunctions(table, [all, wide]);
    table.set(0, all);
    table.set(1, wide);
    const reference = {};
    (table.get(0) as (...args: unknown[]) => void)(1, 2, 3n, 0.5, 0.1, reference);
    expect(seen).toEqual([1, 2, 3n, 0.5, 0.1, reference]);
    expect((table.get(1) as () => unknown)()).toBe(2n ** 62n);
  });

  it('takes functions of WebAssembly as before, and refuses what it was not told of', () => {
    const table = newTable();
    const own = signed('i', () => 7);
    acceptFunctions(table, [own]);
    table.set(0, own);
    const exported: unknown = table.get(0);
    table.set(1, exported);
    expect(table.get(1)).toBe(exported);
    expect(() =>
      table.set(
        2,
        signed('i', () => 8),
      ),
    ).toThrow(TypeError);
  });
});

describe('functions whose addresses a module asks for', () => {
  it('are the host’s that have a signature, each once', () => {
    const one = signed('v', () => undefined);
    const env = {
      one,
      same: one,
      plain: () => 0,
      odd: signed('v?', () => 0),
      strange: signed('x', () => 0),
      nameless: signed('', () => 0),
      unasked: signed('v', () => 0),
    };
    const names = ['one', 'same', 'plain', 'odd', 'strange', 'nameless', 'missing'];
    expect(addressedFunctions(moduleAskingFor(names), { env })).toEqual([one]);
  });
});

/** Imports a mutable global `GOT.func.NAME` for each name. */
function moduleAskingFor(names: readonly string[]): WebAssembly.Module {
  const text = (value: string) => [value.length, ...new TextEncoder().encode(value)];
  const imports = names.flatMap((name) => [...text('GOT.func'), ...text(name), 3, 0x7f, 1]);
  const length = imports.length + 1;
  const bytes = [
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    2,
    (length & 0x7f) | 0x80,
    length >> 7,
    names.length,
    ...imports,
  ];
  return new WebAssembly.Module(Uint8Array.from(bytes));
}
