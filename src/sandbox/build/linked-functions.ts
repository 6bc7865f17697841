/**
 * Replaces functions of the interpreter's module with functions of a small added module. The exports of the added
 * module have the names of the functions that they replace. Its imports name the items that they use:
 * - `function NAME`: a function of the interpreter, or its replacement
 * - `original NAME`: the original function of the interpreter, before its replacement
 * - `callee NAME`: the only function with this signature that `original NAME` calls
 * - `global NAME`: a global variable
 * - `address NAME`: a number that the caller supplies, or the address that the interpreter exports under the name
 *
 * An export `CALLER CALLEE` replaces the call of CALLEE in CALLER only. The global variables of the added module are
 * appended to those of the interpreter.
 */
import { KIND, leb, onlyOne, signedLeb } from './wasm-bytes.ts';
import {
  CALL,
  CALL_INDIRECT,
  I32_CONST,
  operatorsOf,
  rewrittenBody,
  SECTION,
  WasmParts,
  type Operator,
} from './wasm-parts.ts';

const GLOBAL_GET = 0x23;
const GLOBAL_SET = 0x24;

export interface Known {
  /** Values of imports from `address`, by name. */
  readonly addresses?: Readonly<Record<string, number>>;
  /** Indexes of functions that the module does not export, by name. */
  readonly functions?: Readonly<Record<string, number>>;
}

/**
 * Links the functions of the added module into the interpreter.
 * @param wasm the interpreter
 * @param addedWasm the module with the new functions
 * @throws when the interpreter lacks an item that the added module names
 */
export function withFunctions(
  wasm: Uint8Array<ArrayBuffer>,
  addedWasm: Uint8Array<ArrayBuffer>,
  namedItems: Known,
): Uint8Array<ArrayBuffer> {
  return new Linker(new WasmParts(wasm), new WasmParts(addedWasm), namedItems).linkedModule();
}

/**
 * Makes one function of the interpreter call the export `replacement` in place of `callee`.
 * @param caller index of the function
 * @throws when the function does not call `callee` exactly once
 */
export function withCall(
  wasm: Uint8Array<ArrayBuffer>,
  caller: number,
  callee: string,
  replacement: string,
): Uint8Array<ArrayBuffer> {
  const parts = new WasmParts(wasm);
  const index = parts.exportOf(callee, KIND.function);
  const at = caller - parts.imports;
  const body = callingInstead(
    parts.bodies[at]!,
    index,
    parts.exportOf(replacement, KIND.function),
    `the interpreter does not call ${callee} once where it is expected`,
  );
  const bodies = parts.bodies.with(at, body);
  return parts.moduleWith({ bodies });
}

class Linker {
  readonly #host: WasmParts;
  readonly #guest: WasmParts;
  readonly #namedItems: Known;
  readonly #bodies: Buffer[];
  readonly #types: number[];
  readonly #originalByName = new Map<string, number>();

  constructor(host: WasmParts, guest: WasmParts, namedItems: Known) {
    this.#host = host;
    this.#guest = guest;
    this.#namedItems = namedItems;
    this.#bodies = [...host.bodies];
    this.#types = [...host.functionTypes];
  }

  linkedModule(): Uint8Array<ArrayBuffer> {
    const host = this.#host;
    const guest = this.#guest;
    const nameByIndex = new Map(guest.exports.map(({ index, name }) => [index, name]));
    const functionImports = guest.imported.filter(({ kind }) => kind === KIND.function);
    const functions = functionImports.map(({ module, name, type }) =>
      this.#importedIndex(module, name, guest.types[type]!),
    );
    guest.functionTypes.forEach((type, at) => {
      const name = nameByIndex.get(guest.imports + at);
      functions.push(
        name === undefined || name.includes(' ')
          ? this.#append(Buffer.alloc(0), host.types.length + type)
          : this.#namedAs(name, guest.types[type]!),
      );
    });
    const globals = guest.imported.filter(({ kind }) => kind === KIND.global);
    const numbers = globals.map(({ module, name }) =>
      module === 'global'
        ? { code: null, value: host.exportOf(name, KIND.global) }
        : { code: I32_CONST, value: this.#namedItems.addresses?.[name] ?? host.addressOf(name) },
    );
    // Imported globals have the first indexes.
    const hostGlobals = host.importedGlobals + host.globals.count;
    for (let at = 0; at < guest.globals.count; at++) numbers.push({ code: null, value: hostGlobals + at });
    guest.bodies.forEach((body, at) => {
      this.#setBody(
        functions[guest.imports + at]!,
        rewrittenBody(body, ({ code, index }) => {
          if (code === CALL) return [CALL, ...leb(functions[index]!)];
          if (code === CALL_INDIRECT) return [CALL_INDIRECT, ...leb(host.types.length + index), 0];
          if (code !== GLOBAL_GET && code !== GLOBAL_SET) return null;
          const number = numbers[index]!;
          return number.code === null
            ? [code, ...leb(number.value)]
            : [number.code, ...signedLeb(number.value)];
        }),
      );
    });
    for (const [index, name] of nameByIndex) {
      const [caller, callee] = name.split(' ');
      if (callee !== undefined) this.#callInstead(caller!, callee, functions[index]!);
    }
    return host.moduleWith({
      types: [...host.types, ...guest.types],
      functionTypes: this.#types,
      bodies: this.#bodies,
      [SECTION.global]: Buffer.concat([
        Buffer.from(leb(host.globals.count + guest.globals.count)),
        host.globals.encodedGlobals,
        guest.globals.encodedGlobals,
      ]),
    });
  }

  #importedIndex(module: string, name: string, signature: Buffer): number {
    if (module === 'callee') return this.#callee(name, signature);
    const index = this.#namedAs(name, signature);
    if (module === 'function') return index;
    let original = this.#originalByName.get(name);
    if (original === undefined) {
      const at = index - this.#host.imports;
      original = this.#append(this.#host.bodies[at]!, this.#host.functionTypes[at]!);
      this.#originalByName.set(name, original);
    }
    return original;
  }

  #callee(name: string, signature: Buffer): number {
    const calls = operatorsOf(this.#body(this.#namedIndex(name))).filter(
      ({ code, index }) => code === CALL && this.#host.hasSignature(index, signature),
    );
    const callees = [...new Set(calls.map(({ index }) => index))];
    return onlyOne(callees, () => `the interpreter’s ${name} does not call one such function`);
  }

  #callInstead(callerName: string, calleeName: string, replacementIndex: number): void {
    const caller = this.#namedIndex(callerName);
    const callee = this.#namedIndex(calleeName);
    const fault = `the interpreter’s ${callerName} does not call ${calleeName} once`;
    this.#setBody(caller, callingInstead(this.#body(caller), callee, replacementIndex, fault));
  }

  /** Adds a function and returns its index. */
  #append(body: Buffer, type: number): number {
    this.#bodies.push(body);
    this.#types.push(type);
    return this.#host.imports + this.#bodies.length - 1;
  }

  #setBody(index: number, body: Buffer): void {
    this.#bodies[index - this.#host.imports] = body;
  }

  /** Returns the original code of a function. */
  #body(index: number): Buffer {
    return this.#host.bodies[index - this.#host.imports]!;
  }

  #namedIndex(name: string): number {
    return this.#namedItems.functions?.[name] ?? this.#host.exportOf(name, KIND.function);
  }

  #namedAs(name: string, signature: Buffer): number {
    const index = this.#namedIndex(name);
    if (!this.#host.hasSignature(index, signature)) {
      throw new Error(`the interpreter’s ${name} has another signature`);
    }
    return index;
  }
}

/**
 * Returns a function's code that calls `replacementIndex` in place of `callee`.
 * @throws with the message `fault` when the code does not call `callee` exactly once
 */
function callingInstead(body: Buffer, callee: number, replacementIndex: number, fault: string): Buffer {
  const isMeant = ({ code, index }: Operator): boolean => code === CALL && index === callee;
  onlyOne(operatorsOf(body).filter(isMeant), () => fault);
  return rewrittenBody(body, (each) => (isMeant(each) ? [CALL, ...leb(replacementIndex)] : null));
}
