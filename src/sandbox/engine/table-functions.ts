/**
 * Host functions whose addresses the module takes. A table of functions holds WebAssembly's only, and Emscripten
 * makes each of them one by a module of its own, compiled when the table has refused the plain function: 155 times
 * in every boot. Here one module does it for all.
 */
import type { WasmImports } from './pyodide-internals.ts';

/**
 * A host function with its signature: the type of what it returns, then those of what it takes; `v` returns nothing.
 */
type SignedFunction = ((...args: never[]) => unknown) & { readonly sig: string };

/** Emscripten's letters; `p` is an address. */
const TYPES: Readonly<Record<string, number>> = { i: 0x7f, p: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c, e: 0x6f };

/** Finds the functions of the host whose addresses a module asks for. */
export function addressedFunctions(
  module: WebAssembly.Module,
  { env = {} }: WasmImports,
): readonly SignedFunction[] {
  const functions = WebAssembly.Module.imports(module)
    .filter((wanted) => wanted.module === 'GOT.func')
    .map(({ name }) => env[name])
    .filter(isSigned);
  // Some go by several names.
  return [...new Set(functions)];
}

/** Lets a table take these functions as they are. */
export function acceptFunctions(table: WebAssembly.Table, functions: readonly SignedFunction[]): void {
  const converted = new Map<unknown, unknown>(
    convert(functions).map((exported, index) => [functions[index], exported]),
  );
  const set = table.set.bind(table);
  table.set = (index: number, value: unknown) => set(index, converted.get(value) ?? value);
}

/** Each as a function of WebAssembly that calls it. */
function convert(functions: readonly SignedFunction[]): readonly unknown[] {
  const names = functions.map((_, index) => [...new TextEncoder().encode(String(index))]);
  const named = names.map((name) => vector(name));
  const bytes = [
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(
      1,
      functions.map(({ sig }) => typeOf(sig)),
    ),
    // Each from a module without a name, by its number; the function's type has the same.
    ...section(
      2,
      named.map((name, index) => [0, ...name, 0, ...leb(index)]),
    ),
    ...section(
      7,
      named.map((name, index) => [...name, 0, ...leb(index)]),
    ),
  ];
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  const { exports } = new WebAssembly.Instance(module, { '': Object.fromEntries(functions.entries()) });
  return functions.map((_, index) => exports[String(index)]);
}

function typeOf(signature: string): readonly number[] {
  const [result, ...parameters] = signature;
  const types = (letters: readonly string[]) => vector(letters.map((letter) => TYPES[letter]!));
  return [0x60, ...types(parameters), ...types(result === 'v' ? [] : [result!])];
}

function section(id: number, items: readonly (readonly number[])[]): readonly number[] {
  const content = [...leb(items.length), ...items.flat()];
  return [id, ...leb(content.length), ...content];
}

function vector(items: readonly number[]): readonly number[] {
  return [...leb(items.length), ...items];
}

/** Seven bits a byte, the lowest first. */
function leb(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >>> 7)];
}

function isSigned(value: unknown): value is SignedFunction {
  if (typeof value !== 'function') return false;
  const { sig } = value as Partial<SignedFunction>;
  if (typeof sig !== 'string') return false;
  const [result = '', ...parameters] = sig;
  return (result === 'v' || result in TYPES) && parameters.every((letter) => letter in TYPES);
}
