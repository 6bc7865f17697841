/**
 * A deadline inside the worker, for honest programs that are slow: past it, the interpreter raises
 * KeyboardInterrupt at the next bytecode it checks at. The worker then lives on, where the host's clock would
 * have to terminate it; WebKit's `terminate` even leaves the busy thread behind. It stops no loop inside C
 * code, and a program can swallow it or reach it: the host's clock stays the one that counts.
 *
 * Because it is asked all the time, it also rings the program's own alarms: no timer of JavaScript's can, while
 * Python runs.
 */
import type { Pyodide, WasmImports } from './pyodide-internals.ts';
import type { Alarm } from './mailboxes.ts';
import { now } from './primordials.ts';

/** SIGINT. */
const INTERRUPT = 2;
/**
 * The interpreter asks all the time, with every `str()` among others; only one of these many questions looks at the
 * clock.
 */
const QUESTIONS_PER_LOOK = 16;
const NEVER = Number.POSITIVE_INFINITY;
/** The WebAssembly import by which the interpreter asks its host for a signal. */
const QUESTION = '_Py_CheckEmscriptenSignals_Helper';

export class SoftDeadline {
  #end = NEVER;
  #questionsLeft = QUESTIONS_PER_LOOK;
  #passed = false;
  /** When the program's own alarm rings. */
  #alarm = NEVER;
  #signal = 0;
  #takeAlarm: () => Alarm | null = () => null;

  /**
   * Answers the interpreter's question in place of Pyodide's own function, which looks into a buffer that only a
   * shared memory could change while Python runs. A buffer with a getter would do, and made `str()` three times
   * as slow.
   */
  install(imports: WasmImports): void {
    const environment = imports['env']!;
    environment[QUESTION] = Object.assign(() => this.#answer(), environment[QUESTION]);
  }

  /**
   * Has the interpreter ask. Must come before the first image is captured: the switch is in its memory.
   * @param takeAlarm the alarm that the program has set since it was asked last
   */
  enable(pyodide: Pyodide, takeAlarm: () => Alarm | null): void {
    this.#takeAlarm = takeAlarm;
    pyodide.setInterruptBuffer(new Uint8Array(1));
  }

  /** @param milliseconds from now on */
  start(milliseconds: number): void {
    this.#passed = false;
    this.#questionsLeft = QUESTIONS_PER_LOOK;
    this.#takeAlarm();
    this.#alarm = NEVER;
    this.#end = now() + milliseconds;
  }

  /** @returns whether the time was up, whether or not the program was interrupted */
  stop(): boolean {
    const isLate = this.#passed || now() >= this.#end;
    this.#end = NEVER;
    return isLate;
  }

  #answer(): number {
    if (this.#passed) return this.#end === NEVER ? 0 : INTERRUPT;
    this.#questionsLeft -= 1;
    if (this.#questionsLeft > 0) return 0;
    this.#questionsLeft = QUESTIONS_PER_LOOK;
    const time = now();
    if (time < this.#end) return this.#ringing(time);
    this.#passed = true;
    return INTERRUPT;
  }

  /** @returns the signal of an alarm that is due */
  #ringing(time: number): number {
    const set = this.#takeAlarm();
    if (set !== null) {
      this.#alarm = set.milliseconds > 0 ? time + set.milliseconds : NEVER;
      this.#signal = set.signal;
    }
    if (time < this.#alarm) return 0;
    this.#alarm = NEVER;
    return this.#signal;
  }
}
