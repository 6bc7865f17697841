/**
 * More stacks for recursion through C code, by WebAssembly's JavaScript Promise Integration: a call through `promising`
 * runs on a stack of its own, and an import that returns a promise suspends it. So a stack that is full
 * (src/sandbox/build/c-recursion.ts says when) asks for the rest of its work on another one, and goes on with the result.
 * All of it happens in microtasks: no message comes in between.
 */
import type { Booted } from './boot.ts';

/** Not in TypeScript's library yet. */
interface WithPromises {
  readonly promising?: (call: CallableFunction) => (...args: number[]) => Promise<number>;
  readonly Suspending?: new (call: (...args: number[]) => Promise<number>) => CallableFunction;
}

/**
 * A module that exports, as `f`, the function of six numbers that it imports: a table of functions holds only
 * WebAssembly's own.
 */
const PASSING_ON = Uint8Array.of(
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 11, 1, 0x60, 6, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
);

const Words = Int32Array;

export class DeepStack {
  readonly #memory: WebAssembly.Memory;
  readonly #promising: NonNullable<WithPromises['promising']>;
  /** Address of the word that says where in the table the next stack is asked for. */
  readonly #address: number;
  readonly #place: number;

  private constructor(
    { memory, table, recursion }: Booted,
    { promising, Suspending }: Required<WithPromises>,
  ) {
    this.#memory = memory;
    this.#promising = promising;
    this.#address = recursion.nextStack;
    const resume = promising(recursion.resume);
    const next = new Suspending((...args) => resume(...args));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(PASSING_ON), {
      e: { f: next as () => void },
    });
    this.#place = table.grow(1, exports['f']);
  }

  /** @returns null in a browser that cannot switch stacks */
  static in(booted: Booted): DeepStack | null {
    const { promising, Suspending } = WebAssembly as WithPromises;
    return promising === undefined || Suspending === undefined
      ? null
      : new DeepStack(booted, { promising, Suspending });
  }

  /** Has a function of the interpreter run on stacks of its own. */
  on(call: CallableFunction): (...args: number[]) => Promise<number> {
    const run = this.#promising(call);
    return async (...args) => {
      this.#offer(this.#place);
      try {
        return await run(...args);
      } finally {
        this.#offer(0);
      }
    };
  }

  #offer(place: number): void {
    new Words(this.#memory.buffer)[this.#address / 4] = place;
  }
}
