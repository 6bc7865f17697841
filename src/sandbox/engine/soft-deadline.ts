/**
 * A deadline inside the worker, for slow programs. After it, the interpreter raises KeyboardInterrupt at the next
 * bytecode that checks for signals, and a loop inside C code ends a little later by an exception that unwinds the whole
 * interpreter (src/sandbox/build/loop-checks.ts). So the worker can be reused, which is impossible after the host's clock
 * has terminated it. In WebKit, `terminate` even leaves the busy thread running. Code of packages and of JavaScript looks
 * at no deadline, and a program can catch the interrupt or change the deadline. So only the host's clock is trusted.
 *
 * The interpreter checks for signals all the time, so this class also delivers the signals of the program's own alarms.
 * No JavaScript timer can fire while Python runs.
 */
import type { Booted } from './boot.ts';
import { addToTable } from './deep-stack.ts';
import type { WasmImports } from './pyodide-internals.ts';
import type { Alarm } from './mailboxes.ts';
import { now } from './primordials.ts';

/** The signal number of SIGINT. */
const INTERRUPT_SIGNAL = 2;
/**
 * Number of signal checks per read of the clock. The interpreter checks for signals very often, for example in
 * every `str()`.
 */
const CHECKS_PER_CLOCK_READ = 16;
/**
 * Milliseconds from the deadline to the exception that ends a loop in C code. Before it, the interrupt can reach the
 * program, so that its output is kept.
 */
const LOOP_MILLISECONDS = 40;
const LATE_LOOP_ERROR = new Error('the time limit passed in C code');
const NEVER = Number.POSITIVE_INFINITY;
/** Name of the WebAssembly import through which the interpreter checks for a signal. */
const SIGNAL_CHECK_IMPORT = '_Py_CheckEmscriptenSignals_Helper';

export class SoftDeadline {
  #endTime = NEVER;
  #questionsLeft = CHECKS_PER_CLOCK_READ;
  #hasPassed = false;
  /** Time at which the program's own alarm is due. */
  #alarmTime = NEVER;
  #signal = 0;
  #takeAlarm: () => Alarm | null = () => null;

  /**
   * Replaces Pyodide's function for the interpreter's signal checks. That function reads a buffer, which only shared
   * memory could change while Python runs. A buffer with a getter would work too, but made `str()` three times as slow.
   */
  install(imports: WasmImports): void {
    const environment = imports['env']!;
    environment[SIGNAL_CHECK_IMPORT] = Object.assign(() => this.#answer(), environment[SIGNAL_CHECK_IMPORT]);
  }

  /**
   * Makes the interpreter check for signals. Must be called before the first image is captured, because the
   * interpreter's flag for signal checks is in its memory, and restoring an earlier image would clear it.
   * @param takeAlarm returns the alarm that the program has set since the last call, or null if it has set none
   */
  enable({ pyodide, table, watchLoops }: Booted, takeAlarm: () => Alarm | null): void {
    this.#takeAlarm = takeAlarm;
    pyodide.setInterruptBuffer(new Uint8Array(1));
    watchLoops(addToTable(table, () => this.#endLateLoop(), 0));
  }

  /** @throws when the deadline has passed */
  #endLateLoop(): number {
    if (now() >= this.#endTime + LOOP_MILLISECONDS) throw LATE_LOOP_ERROR;
    return 0;
  }

  /** @param milliseconds time until the deadline */
  start(milliseconds: number): void {
    this.#hasPassed = false;
    this.#questionsLeft = CHECKS_PER_CLOCK_READ;
    this.#takeAlarm();
    this.#alarmTime = NEVER;
    this.#endTime = now() + milliseconds;
  }

  /** Returns whether the deadline has passed, even if the program was not interrupted. */
  stop(): boolean {
    const isLate = this.#hasPassed || now() >= this.#endTime;
    this.#endTime = NEVER;
    return isLate;
  }

  #answer(): number {
    if (this.#hasPassed) return this.#endTime === NEVER ? 0 : INTERRUPT_SIGNAL;
    this.#questionsLeft -= 1;
    if (this.#questionsLeft > 0) return 0;
    this.#questionsLeft = CHECKS_PER_CLOCK_READ;
    const time = now();
    if (time < this.#endTime) return this.#dueSignal(time);
    this.#hasPassed = true;
    return INTERRUPT_SIGNAL;
  }

  /** Returns the signal number of an alarm that is due, or 0 if none is due. */
  #dueSignal(time: number): number {
    const newAlarm = this.#takeAlarm();
    if (newAlarm !== null) {
      this.#alarmTime = newAlarm.milliseconds > 0 ? time + newAlarm.milliseconds : NEVER;
      this.#signal = newAlarm.signal;
    }
    if (time < this.#alarmTime) return 0;
    this.#alarmTime = NEVER;
    return this.#signal;
  }
}
