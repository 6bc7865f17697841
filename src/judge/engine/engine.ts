/**
 * The engine inside a Python worker: one submission at a time, every test from the same memory image.
 *
 * Images: `warm` is the interpreter before any submission; `loaded` is the submission compiled (stdin
 * mode) or its module executed (call mode). Each test starts from `loaded`, bit for bit; but where a grader
 * runs all tests in one process, they run in one state here (plans.ts).
 */
import type { FrameToWorker, WorkerOutcome, WorkerProgram, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { EmscriptenModule, Pyodide } from './pyodide-internals.ts';
import { Assertion } from './assertion.ts';
import { FileGuard } from './file-guard.ts';
import { FileImage } from './file-image.ts';
import { HeapImage } from './heap-image.ts';
import type { ImportGuard } from './import-guard.ts';
import { Mailboxes } from './mailboxes.ts';
import type { MemoryLimits } from './memory-limits.ts';
import { planOf, type Plan } from './plans.ts';
import { Bytes, decodeLoose, decodeStrict, encodeUtf8, now } from './primordials.ts';
import {
  BAD_CHECK,
  ENDED,
  PythonCalls,
  RAISED,
  SYNTAX_ERROR,
  UNCHANGED,
  type CallEnd,
  type EntryPoint,
} from './python-calls.ts';
import type { SoftDeadline } from './soft-deadline.ts';
import { StandardStreams } from './standard-streams.ts';

/** What native CPython 3.11 needs for calibrate.py on the machine that time limits refer to. */
const REFERENCE_MILLISECONDS = 2.8;
const CALIBRATION_RUNS = 5;

const SHOWN_CHARACTERS = 64 * 1024;

const NOTHING = new Bytes(0);

/** The program as written, or rewritten for less recursion through C code (shallow.py). */
type Form = 'written' | 'shallow';

interface Image {
  readonly heap: HeapImage;
  readonly files: FileImage;
}

export class Engine {
  readonly #module: EmscriptenModule;
  readonly #limits: MemoryLimits;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #boxes: Mailboxes;
  readonly #streams: StandardStreams;
  readonly #deadline: SoftDeadline;
  readonly #calls: PythonCalls;
  readonly #assertion: Assertion;
  readonly #files: FileGuard;
  readonly #warm: Image;
  readonly #loaded: Image;
  #program: WorkerProgram = {
    source: '',
    preamble: '',
    mode: 'stdin',
    functionName: '',
    execution: 'standard',
    check: '',
  };
  #plan: Plan = planOf(this.#program);
  /** Which form of the program is loaded; null when none is. */
  #form: Form | null = null;
  #softMilliseconds = 0;
  /** The deadline has passed, or the state all tests share is gone: nothing more runs before the next job. */
  #over = false;
  /** True while memory is exactly the `loaded` image, so that the first test needs no restore. */
  #pristine = false;
  /** Inputs of this job so far, where tests share one state. */
  #given: string[] = [];

  constructor(
    pyodide: Pyodide,
    limits: MemoryLimits,
    guard: ImportGuard,
    deadline: SoftDeadline,
    post: (message: WorkerToFrame) => void,
  ) {
    const module = pyodide._module;
    this.#module = module;
    this.#limits = limits;
    this.#post = post;
    this.#boxes = new Mailboxes(module);
    this.#streams = new StandardStreams(pyodide);
    this.#deadline = deadline;
    deadline.enable(pyodide);
    module.FS.chdir('/home/pyodide');
    this.#calls = new PythonCalls(module, guard);
    this.#assertion = new Assertion(module, guard, this.#calls);
    this.#files = new FileGuard(module, this.#boxes.nodes);
    this.#warm = { heap: new HeapImage(module), files: new FileImage(module, this.#files) };
    this.#loaded = { heap: new HeapImage(module), files: new FileImage(module, this.#files) };
    capture(this.#warm);
  }

  /**
   * How many times slower than native Python this worker is just now: the best of a few runs of a fixed
   * piece of work. Leaves no trace in memory.
   */
  calibrate(): number {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < CALIBRATION_RUNS; run++) {
      const begun = now();
      this.#calls.enter('calibrate');
      best = Math.min(best, now() - begun);
    }
    this.#restore(this.#warm);
    return best / REFERENCE_MILLISECONDS;
  }

  handle(message: FrameToWorker): void {
    switch (message.type) {
      case 'load':
        this.#limits.limitHeap(message.memoryBytes);
        this.#streams.limitOutput(message.outputBytes);
        this.#softMilliseconds = message.softMilliseconds;
        this.#over = false;
        this.#given = [];
        this.#program = message.program;
        this.#plan = planOf(message.program);
        this.#post({ type: 'loaded', job: message.job, outcome: this.#loadFirst() });
        return;
      case 'tests':
        for (let offset = 0; offset < message.inputs.length && !this.#over; offset++) {
          const index = message.first + offset;
          this.#post({ type: 'test-started', job: message.job, index });
          const start = now();
          const outcome = this.#test(message.inputs[offset]!);
          this.#post({
            type: 'test-finished',
            job: message.job,
            index,
            outcome,
            milliseconds: now() - start,
            last: this.#over,
          });
        }
        return;
      case 'close':
        this.#restore(this.#warm);
        this.#post({ type: 'closed', job: message.job, heapBytes: this.#module.HEAPU8.length });
        return;
    }
  }

  #loadFirst(): WorkerOutcome {
    this.#deadline.start(this.#softMilliseconds);
    let outcome = this.#load('written');
    if (outcome?.kind === 'stack-overflow') outcome = this.#load('shallow') ?? outcome;
    return this.#timed(outcome!);
  }

  /** @returns null when the program has no such form */
  #load(form: Form): WorkerOutcome | null {
    this.#restore(this.#warm);
    const { source, preamble, functionName, execution, check, mode } = this.#program;
    this.#boxes.put('source', source);
    this.#boxes.put('form', form);
    this.#boxes.put('preamble', preamble);
    this.#boxes.put('function', functionName);
    this.#boxes.put('execution', execution);
    this.#boxes.put('check', check);
    this.#form = null;
    const outcome = this.#call(this.#plan.load, NOTHING);
    if (outcome !== null && outcome.kind === 'done') {
      if (mode === 'assert') this.#assertion.take();
      if (!this.#plan.keepsState) {
        capture(this.#loaded);
        this.#files.reset();
      }
      this.#form = form;
      this.#pristine = true;
    }
    return outcome;
  }

  #test(input: string): WorkerOutcome {
    this.#deadline.start(this.#softMilliseconds);
    let outcome = this.#run('written', input)!;
    if (outcome.kind === 'stack-overflow') {
      this.#over = false;
      outcome = this.#run('shallow', input) ?? outcome;
    }
    if (this.#plan.keepsState) {
      this.#given.push(input);
      this.#over ||= this.#form === null;
    }
    return this.#timed(outcome);
  }

  /** @returns null when the program has no such form */
  #run(form: Form, input: string): WorkerOutcome | null {
    if (this.#plan.keepsState) {
      if (this.#form === null || (form === 'shallow' && this.#form !== form)) {
        const loaded = this.#load(form);
        if (loaded?.kind !== 'done') return loaded;
        // The state that earlier tests left behind is made again.
        for (const earlier of this.#given) this.#runOne(earlier);
      }
      return this.#runOne(input);
    }
    if (this.#form !== form) {
      const loaded = this.#load(form);
      if (loaded?.kind !== 'done') return loaded;
    }
    if (!this.#pristine) this.#restore(this.#loaded);
    this.#pristine = false;
    return this.#runOne(input);
  }

  #runOne(input: string): WorkerOutcome | null {
    if (this.#program.mode === 'assert') {
      this.#begin(NOTHING);
      return this.#outcomeOf(this.#assertion.run(), this.#plan.run);
    }
    if (this.#plan.input === 'descriptor') return this.#call(this.#plan.run, encodeUtf8(input));
    this.#boxes.put('arguments', input);
    return this.#call(this.#plan.run, NOTHING);
  }

  #timed(outcome: WorkerOutcome): WorkerOutcome {
    if (!this.#deadline.stop()) return outcome;
    this.#over = true;
    return { ...outcome, kind: 'interrupted', value: '' };
  }

  #begin(stdin: Uint8Array): void {
    this.#streams.begin(stdin);
    this.#boxes.put('result', '');
  }

  /** @returns null when the harness says that there is nothing to run */
  #call(entry: EntryPoint, stdin: Uint8Array): WorkerOutcome | null {
    this.#begin(stdin);
    const end = this.#calls.enter(entry);
    return end.kind === 'returned' && end.code === UNCHANGED ? null : this.#outcomeOf(end, entry);
  }

  #outcomeOf(end: CallEnd, entry: EntryPoint): WorkerOutcome {
    const { keepsState, mayExit, result, run } = this.#plan;
    const stdout = this.#streams.stdout();
    const stderr = this.#streams.stderr();
    const written = this.#boxes.result();
    // What a failed test printed is only shown, so the start is enough.
    const start = stdout === null ? null : stdout.slice(0, SHOWN_CHARACTERS);
    const bare = { name: end.name, message: end.message, traceback: '', stdout: start, stderr, value: '' };
    if (keepsState && (end.kind !== 'returned' || end.code === ENDED)) this.#over = true;
    if (this.#streams.exceeded) return { ...bare, kind: 'output-exceeded' };
    if (end.kind !== 'returned') {
      // `os._exit(0)` is a normal end of a script, and no answer at all from a call.
      const normalEnd = end.kind === 'exited' && end.code === 0 && entry === run && mayExit;
      return normalEnd ? { ...bare, stdout, kind: 'done' } : { ...bare, kind: end.kind };
    }
    if (!isFailure(end.code)) {
      const done = { ...bare, stdout, kind: 'done' } as const;
      if (entry !== run || result === 'nothing') return done;
      return result === 'value'
        ? { ...done, value: decodeLoose(written) }
        : { ...done, stdout: decodeStrict(written) };
    }
    const error = readError(decodeLoose(written));
    if (end.code === SYNTAX_ERROR) return { ...bare, ...error, kind: 'syntax-error' };
    if (end.code === BAD_CHECK) return { ...bare, ...error, kind: 'bad-check' };
    return { ...bare, ...error, kind: error.name === 'MemoryError' ? 'memory-exceeded' : 'raised' };
  }

  #restore(image: Image): void {
    // The loaded image belongs to the same submission as what is wiped away.
    image.heap.restore(image === this.#warm);
    image.files.restore();
    this.#files.reset();
  }
}

function capture(image: Image): void {
  image.heap.capture();
  image.files.capture();
}

function isFailure(code: number): boolean {
  return code === RAISED || code === SYNTAX_ERROR || code === ENDED || code === BAD_CHECK;
}

function readError(text: string): { name: string; message: string; traceback: string } {
  try {
    const data = JSON.parse(text) as Record<string, unknown>;
    const read = (name: string) => (typeof data[name] === 'string' ? data[name] : '');
    return { name: read('name'), message: read('message'), traceback: read('traceback') };
  } catch {
    return { name: '', message: '', traceback: '' };
  }
}
