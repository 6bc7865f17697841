/**
 * Provides more stacks for recursion through C code, by WebAssembly's JavaScript Promise Integration. A call through
 * `promising` runs on its own stack, and an import that returns a promise suspends it. When a stack is full (see
 * src/sandbox/build/c-recursion.ts), it runs the next call on a new stack, and continues with the result. All of this
 * happens in microtasks, so no message is handled meanwhile.
 */
import type { Booted } from './boot.ts';

/** The parts of `WebAssembly` that TypeScript's library does not declare yet. */
interface WithPromises {
  readonly promising?: (call: CallableFunction) => (...args: number[]) => Promise<number>;
  readonly Suspending?: new (call: (...args: number[]) => Promise<number>) => CallableFunction;
}

const Words = Int32Array;

export class DeepStack {
  readonly #memory: WebAssembly.Memory;
  readonly #promising: NonNullable<WithPromises['promising']>;
  /** Address of the word that contains the table slot of the function that provides a new stack. */
  readonly #address: number;
  readonly #slot: number;

  private constructor(
    { memory, table, recursion }: Booted,
    { promising, Suspending }: Required<WithPromises>,
  ) {
    this.#memory = memory;
    this.#promising = promising;
    this.#address = recursion.nextStack;
    const resumePromise = promising(recursion.resume);
    const next = new Suspending((...args) => resumePromise(...args));
    this.#slot = addToTable(table, next, 6);
  }

  /** Returns null in a browser that cannot switch stacks. */
  static createFor(booted: Booted): DeepStack | null {
    const { promising, Suspending } = WebAssembly as WithPromises;
    return promising === undefined || Suspending === undefined
      ? null
      : new DeepStack(booted, { promising, Suspending });
  }

  /** Returns a version of an interpreter function that runs on separate stacks. */
  onNewStack(call: CallableFunction): (...args: number[]) => Promise<number> {
    const run = this.#promising(call);
    return async (...args) => {
      this.#offer(this.#slot);
      try {
        return await run(...args);
      } finally {
        this.#offer(0);
      }
    };
  }

  #offer(slot: number): void {
    new Words(this.#memory.buffer)[this.#address / 4] = slot;
  }
}

/**
 * Adds a function to the interpreter's table, which accepts only WebAssembly functions. For this, a small module
 * imports the function and exports it again.
 * @param parameterCount number of parameters, all 32-bit numbers; the function returns one 32-bit number
 * @returns its slot in the table
 */
export function addToTable(table: WebAssembly.Table, call: CallableFunction, parameterCount: number): number {
  const passingOn = Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...[1, 5 + parameterCount, 1, 0x60, parameterCount],
    ...new Array<number>(parameterCount).fill(0x7f),
    ...[1, 0x7f],
    ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
    ...[7, 5, 1, 1, 0x66, 0, 0],
  );
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(passingOn), {
    e: { f: call as () => void },
  });
  // In WebKit, a function that `grow` itself puts into the table is null for indirect calls.
  const slot = table.grow(1);
  table.set(slot, exports['f']);
  return slot;
}
