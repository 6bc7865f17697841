/**
 * The engine inside a Python worker: one submission at a time, every test from the same memory image.
 *
 * Images: `warm` is the interpreter before any submission; `loaded` is the submission compiled (stdin
 * mode) or its module executed (call mode). Each test starts from `loaded`, bit for bit.
 */
import type {
  FrameToWorker,
  OutcomeKind,
  WorkerOutcome,
  WorkerProgram,
  WorkerToFrame,
} from '../protocol/frame-worker.ts';
import type { EmscriptenModule, FileNode, Pointer, Pyodide } from './pyodide-internals.ts';
import { FileGuard } from './file-guard.ts';
import { FileImage } from './file-image.ts';
import { HeapImage } from './heap-image.ts';
import type { ImportGuard } from './import-guard.ts';
import type { MemoryLimits } from './memory-limits.ts';
import { SoftDeadline } from './soft-deadline.ts';
import { Bytes, decodeLoose, encodeUtf8, now } from './primordials.ts';
import { StandardStreams } from './standard-streams.ts';

const MAILBOXES = ['source', 'form', 'preamble', 'function', 'arguments', 'result'] as const;
type Mailbox = (typeof MAILBOXES)[number];

const ENTRY_POINTS = ['calibrate', 'load_script', 'load_module', 'run_script', 'call_function'] as const;
type EntryPoint = (typeof ENTRY_POINTS)[number];

/** What native CPython 3.11 needs for calibrate.py on the machine that time limits refer to. */
const REFERENCE_MILLISECONDS = 2.8;
const CALIBRATION_RUNS = 5;

/** Return codes of harness.py. */
const RAISED = 1;
const SYNTAX_ERROR = 3;
const UNCHANGED = 4;

const SHOWN_CHARACTERS = 64 * 1024;

const NOTHING = new Bytes(0);

/** The program as written, or rewritten for less recursion through C code (shallow.py). */
type Form = 'written' | 'shallow';

/** How a raw call into Python ended. `code` is the harness's return code when it returned at all. */
interface CallEnd {
  readonly kind: 'returned' | OutcomeKind;
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

interface Image {
  readonly heap: HeapImage;
  readonly files: FileImage;
}

export class Engine {
  readonly #module: EmscriptenModule;
  readonly #limits: MemoryLimits;
  readonly #guard: ImportGuard;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #streams: StandardStreams;
  readonly #deadline: SoftDeadline;
  readonly #files: FileGuard;
  readonly #boxes: Readonly<Record<Mailbox, FileNode>>;
  readonly #entries: Readonly<Record<EntryPoint, Pointer>>;
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
  /** Which form of the program the `loaded` image holds; null when it holds none. */
  #form: Form | null = null;
  #softMilliseconds = 0;
  /** The deadline has passed: nothing more runs before the next job. */
  #interrupted = false;
  /** True while memory is exactly the `loaded` image, so that the first test needs no restore. */
  #pristine = false;

  constructor(
    pyodide: Pyodide,
    limits: MemoryLimits,
    guard: ImportGuard,
    post: (message: WorkerToFrame) => void,
  ) {
    const module = pyodide._module;
    this.#module = module;
    this.#limits = limits;
    this.#guard = guard;
    this.#post = post;
    module.FS.mkdir('/judge');
    this.#boxes = makeMailboxes(module);
    this.#streams = new StandardStreams(pyodide);
    this.#deadline = new SoftDeadline(pyodide);
    module.FS.chdir('/home/pyodide');
    this.#entries = entryPoints(module);
    this.#files = new FileGuard(module, Object.values(this.#boxes));
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
      this.#enterPython(this.#entries.calibrate);
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
        this.#interrupted = false;
        this.#program = message.program;
        this.#post({ type: 'loaded', job: message.job, outcome: this.#loadFirst() });
        return;
      case 'tests':
        for (let offset = 0; offset < message.inputs.length && !this.#interrupted; offset++) {
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
    this.#put('source', this.#program.source);
    this.#put('form', form);
    this.#put('preamble', this.#program.preamble);
    this.#put('function', this.#program.functionName);
    this.#form = null;
    const outcome = this.#call(this.#program.mode === 'call' ? 'load_module' : 'load_script', NOTHING);
    if (outcome !== null && outcome.kind === 'done') {
      capture(this.#loaded);
      this.#files.reset();
      this.#form = form;
      this.#pristine = true;
    }
    return outcome;
  }

  #test(input: string): WorkerOutcome {
    this.#deadline.start(this.#softMilliseconds);
    const outcome = this.#run('written', input)!;
    return this.#timed(
      outcome.kind === 'stack-overflow' ? (this.#run('shallow', input) ?? outcome) : outcome,
    );
  }

  /** @returns null when the program has no such form */
  #run(form: Form, input: string): WorkerOutcome | null {
    if (this.#form !== form) {
      const loaded = this.#load(form);
      if (loaded?.kind !== 'done') return loaded;
    }
    if (!this.#pristine) this.#restore(this.#loaded);
    this.#pristine = false;
    if (this.#program.mode === 'stdin') return this.#call('run_script', encodeUtf8(input));
    this.#put('arguments', input);
    return this.#call('call_function', NOTHING);
  }

  #timed(outcome: WorkerOutcome): WorkerOutcome {
    if (!this.#deadline.stop()) return outcome;
    this.#interrupted = true;
    return { ...outcome, kind: 'interrupted', value: '' };
  }

  /** @returns null when the harness says that there is nothing to run */
  #call(entry: EntryPoint, stdin: Uint8Array): WorkerOutcome | null {
    this.#streams.begin(stdin);
    this.#put('result', '');
    const end = this.#enterPython(this.#entries[entry]);
    return end.kind === 'returned' && end.code === UNCHANGED ? null : this.#outcomeOf(end, entry);
  }

  /** The one place where control passes to submission code. Nothing it throws is trusted. */
  #enterPython(entry: Pointer): CallEnd {
    const module = this.#module;
    this.#guard.running = true;
    try {
      const result = module._PyObject_CallNoArgs(entry);
      if (result === 0) {
        module._PyErr_Clear();
        return { kind: 'trap', code: -1, name: 'SystemError', message: 'the harness was interrupted' };
      }
      return { kind: 'returned', code: module._PyLong_AsLong(result), name: '', message: '' };
    } catch (thrown) {
      return describeThrown(thrown);
    } finally {
      this.#guard.running = false;
    }
  }

  #outcomeOf(end: CallEnd, entry: EntryPoint): WorkerOutcome {
    const stdout = this.#streams.stdout();
    const stderr = this.#streams.stderr();
    const written = this.#result();
    // What a failed test printed is only shown, so the start is enough.
    const start = stdout === null ? null : stdout.slice(0, SHOWN_CHARACTERS);
    const bare = { name: end.name, message: end.message, traceback: '', stdout: start, stderr, value: '' };
    if (this.#streams.exceeded) return { ...bare, kind: 'output-exceeded' };
    if (end.kind !== 'returned') {
      // `os._exit(0)` is a normal end of a script, and no answer at all from a call.
      const normalEnd = end.kind === 'exited' && end.code === 0 && entry === 'run_script';
      return normalEnd ? { ...bare, stdout, kind: 'done' } : { ...bare, kind: end.kind };
    }
    if (end.code !== RAISED && end.code !== SYNTAX_ERROR) {
      return { ...bare, stdout, kind: 'done', value: entry === 'call_function' ? written : '' };
    }
    const error = readError(written);
    if (end.code === SYNTAX_ERROR) return { ...bare, ...error, kind: 'syntax-error' };
    return { ...bare, ...error, kind: error.name === 'MemoryError' ? 'memory-exceeded' : 'raised' };
  }

  #restore(image: Image): void {
    // The loaded image belongs to the same submission as what is wiped away.
    image.heap.restore(image === this.#warm);
    image.files.restore();
    this.#files.reset();
  }

  #put(box: Mailbox, text: string): void {
    const bytes = encodeUtf8(text);
    this.#boxes[box].contents = bytes;
    this.#boxes[box].usedBytes = bytes.length;
  }

  #result(): string {
    const { contents, usedBytes } = this.#boxes.result;
    // Emscripten keeps what one write brought as a signed array.
    if (!ArrayBuffer.isView(contents)) return '';
    return decodeLoose(new Bytes(contents.buffer, contents.byteOffset, usedBytes));
  }
}

function capture(image: Image): void {
  image.heap.capture();
  image.files.capture();
}

function makeMailboxes(module: EmscriptenModule): Record<Mailbox, FileNode> {
  const nodes = MAILBOXES.map((name) => {
    const path = `/judge/${name}`;
    module.FS.writeFile(path, '');
    return [name, module.FS.lookupPath(path).node] as const;
  });
  return Object.fromEntries(nodes) as Record<Mailbox, FileNode>;
}

function entryPoints(module: EmscriptenModule): Record<EntryPoint, Pointer> {
  const withText = <Result>(text: string, use: (pointer: Pointer) => Result): Result => {
    const size = module.lengthBytesUTF8(text) + 1;
    const pointer = module._malloc(size);
    module.stringToUTF8(text, pointer, size);
    try {
      return use(pointer);
    } finally {
      module._free(pointer);
    }
  };
  const harness = withText('allpass_harness', (name) => module._PyImport_AddModule(name));
  const entries = ENTRY_POINTS.map((name) => {
    const pointer = withText(name, (text) => module._PyObject_GetAttrString(harness, text));
    if (pointer === 0) throw new Error(`the harness has no ${name}`);
    return [name, pointer] as const;
  });
  return Object.fromEntries(entries) as Record<EntryPoint, Pointer>;
}

/** Sorted by type, never by wording: engines word the same trap differently. */
function describeThrown(thrown: unknown): CallEnd {
  const name = textOf(thrown, 'name') || 'Error';
  const message = textOf(thrown, 'message').slice(0, 200);
  if (name === 'ExitStatus') {
    const status = field(thrown, 'status');
    return { kind: 'exited', code: Number(status), name, message: `exit status ${String(status)}` };
  }
  // Chromium and WebKit throw RangeError, Firefox InternalError, when the JavaScript stack is full.
  if (thrown instanceof RangeError || name === 'InternalError') {
    return { kind: 'stack-overflow', code: 0, name, message };
  }
  return { kind: 'trap', code: 0, name, message };
}

function field(thrown: unknown, name: string): unknown {
  try {
    return typeof thrown === 'object' && thrown !== null
      ? (thrown as Record<string, unknown>)[name]
      : undefined;
  } catch {
    return undefined;
  }
}

function textOf(thrown: unknown, name: string): string {
  const value = field(thrown, name);
  return typeof value === 'string' ? value : '';
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
