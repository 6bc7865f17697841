/**
 * A deadline inside the worker, for honest programs that are slow: past it, the interpreter raises
 * KeyboardInterrupt at the next bytecode it checks at. The worker then lives on, where the host's clock would
 * have to terminate it; WebKit's `terminate` even leaves the busy thread behind. It stops no loop inside C
 * code, and a program can swallow it or reach it: the host's clock stays the one that counts.
 */
import type { Pyodide } from './pyodide-internals.ts';
import { now } from './primordials.ts';

/** SIGINT. */
const INTERRUPT = 2;
/** Asked every microsecond or so of bytecode; only each of so many questions looks at the clock. */
const QUESTIONS_PER_LOOK = 16;

export class SoftDeadline {
  #end = Number.POSITIVE_INFINITY;
  #questions = 0;
  #passed = false;

  /** Must come before the first image is captured: the switch lies in WebAssembly memory. */
  constructor(pyodide: Pyodide) {
    const ask = () => this.#ask();
    // Anything with an element 0 will do; the interpreter writes 0 back after each question.
    pyodide.setInterruptBuffer(
      Object.freeze({
        get 0() {
          return ask();
        },
        set 0(_answer: number) {},
      }),
    );
  }

  /** @param milliseconds from now on */
  start(milliseconds: number): void {
    this.#passed = false;
    this.#questions = 0;
    this.#end = now() + milliseconds;
  }

  /** @returns whether the program was interrupted since `start` */
  stop(): boolean {
    this.#end = Number.POSITIVE_INFINITY;
    return this.#passed;
  }

  #ask(): number {
    this.#questions += 1;
    if (!this.#passed) {
      if (this.#questions % QUESTIONS_PER_LOOK !== 0 || now() < this.#end) return 0;
      this.#passed = true;
    }
    return this.#end === Number.POSITIVE_INFINITY ? 0 : INTERRUPT;
  }
}
