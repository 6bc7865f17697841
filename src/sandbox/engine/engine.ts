/**
 * The engine inside a Python worker. It runs one submission at a time, and every test from the same memory image.
 *
 * The image `warm` is the interpreter before any submission. The image `loaded` is the submission compiled (stdin
 * mode) or its module executed (call mode). Each test starts from `loaded`, bit for bit. If a grader runs all tests
 * in one process, the tests share one state here too (plans.ts).
 */
import { scriptOf, type Program } from '../../judge/runner.ts';
import type { FrameToWorker, WorkerOutcome, WorkerResult, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { EmscriptenModule } from './pyodide-internals.ts';
import type { Booted } from './boot.ts';
import { Assertion } from './assertion.ts';
import { BatchLoop, type Later } from './batch-loop.ts';
import { FileGuard } from './file-guard.ts';
import { FileImage } from './file-image.ts';
import { HeapImage } from './heap-image.ts';
import type { ImportGuard } from './import-guard.ts';
import { Mailboxes } from './mailboxes.ts';
import type { MemoryLimits } from './memory-limits.ts';
import { planOf, type Plan } from './plans.ts';
import { mayNeedWideForm } from './other-form.ts';
import { Bytes, encodeUtf8, now } from './primordials.ts';
import { DeepStack } from './deep-stack.ts';
import {
  ENDED,
  PythonCalls,
  UNCHANGED,
  outcomeOf,
  workDeep,
  workHere,
  type CallEnd,
  type EntryPoint,
  type OutcomeReading,
  type PythonWork,
} from './python-calls.ts';
import { SizeErrors } from './size-errors.ts';
import type { SoftDeadline } from './soft-deadline.ts';
import { StandardStreams } from './standard-streams.ts';

/** Number of levels of recursion that the harness uses in addition to those of the program. */
const HARNESS_LEVELS = 1;
const LOADING_RESULT: OutcomeReading = { result: 'nothing', mayExit: false };
const NO_INPUT = new Bytes(0);
/**
 * Size of an input in bytes, above which it is faster to open stdin during the test, when the size of the file is
 * known.
 */
const MUCH_BYTES = 1 << 20;

type ProgramForm = 'written' | 'wide';

interface Image {
  readonly heap: HeapImage;
  readonly files: FileImage;
}

export class Engine {
  readonly #module: EmscriptenModule;
  readonly #limits: MemoryLimits;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #mailboxes: Mailboxes;
  readonly #streams: StandardStreams;
  readonly #deadline: SoftDeadline;
  readonly #sizeErrors: SizeErrors;
  readonly #calls: PythonCalls;
  readonly #assertion: Assertion;
  readonly #files: FileGuard;
  readonly #warmImage: Image;
  readonly #loadedImage: Image;
  readonly #loop: BatchLoop;
  readonly #runLater: Later;
  #program: Program = scriptOf('');
  #plan: Plan = planOf(this.#program);
  /** The form of the program that is loaded, or null if no form is loaded. */
  #form: ProgramForm | null = null;
  /** Whether the loaded form caught a size error (size-errors.ts) while it loaded. */
  #loadedWithSizeError = false;
  #softMilliseconds = 0;
  /**
   * Whether the deadline has passed, or the state that all tests share has been discarded. No further test of this job
   * runs.
   */
  #isJobOver = false;
  /** True while memory equals the warm image, because no code has run since it was restored. */
  #isWarm = false;
  /** True while memory equals the loaded image, so that the first test needs no restore. */
  #isPristine = false;
  /**
   * Work that continues in microtasks, or null if there is none. Such work outlasts the current task only if a
   * program has reached JavaScript.
   */
  #pendingWork: Promise<unknown> | null = null;
  /** Inputs of the tests that have run in this job. Filled only if the tests share one state. */
  #earlierInputs: string[] = [];

  constructor(
    booted: Booted,
    limits: MemoryLimits,
    guard: ImportGuard,
    deadline: SoftDeadline,
    post: (message: WorkerToFrame) => void,
    runLater: Later,
  ) {
    const { pyodide, memory, table } = booted;
    const module = pyodide._module;
    this.#module = module;
    this.#runLater = runLater;
    this.#limits = limits;
    this.#post = post;
    this.#mailboxes = new Mailboxes(module);
    this.#streams = new StandardStreams(pyodide);
    this.#deadline = deadline;
    deadline.enable(booted, () => this.#mailboxes.takeAlarm());
    module.FS.chdir('/home/pyodide');
    this.#sizeErrors = new SizeErrors(module, table);
    booted.recursion.addLevels(HARNESS_LEVELS);
    const deepStack = DeepStack.createFor(booted);
    this.#calls = new PythonCalls(module, guard, deepStack);
    this.#assertion = new Assertion(module, guard, this.#calls, deepStack);
    this.#files = new FileGuard(module, this.#mailboxes.nodes);
    this.#warmImage = { heap: new HeapImage(module, memory), files: new FileImage(module, this.#files) };
    this.#loadedImage = { heap: new HeapImage(module, memory), files: new FileImage(module, this.#files) };
    this.#loop = new BatchLoop(
      { run: (input) => this.#test(input), isOver: () => this.#isJobOver },
      post,
      runLater,
    );
    capture(this.#warmImage);
  }

  /**
   * Measures the current speed of Python. Call it only between two jobs, because it restores memory. The mean excludes
   * the first third of the runs, when caches are cold and the end of the last test is still handled.
   */
  #calibrate(runs: number): void {
    const warmUpRuns = Math.floor(runs / 3);
    let fastestMs = Number.POSITIVE_INFINITY;
    let last = now();
    let warmUpEnd = last;
    this.#isWarm = false;
    for (let run = 0; run < runs; run++) {
      if (run === warmUpRuns) warmUpEnd = last;
      this.#calls.callOf('calibrate').runHere();
      fastestMs = Math.min(fastestMs, now() - last);
      last = now();
    }
    this.#restoreWarm();
    this.#post({ type: 'calibrated', best: fastestMs, mean: (last - warmUpEnd) / (runs - warmUpRuns) });
  }

  handle(message: FrameToWorker): void {
    if (this.#pendingWork !== null) {
      const handleLater = (): void => this.handle(message);
      void this.#pendingWork.then(handleLater, handleLater);
      return;
    }
    switch (message.type) {
      case 'load':
        this.#limits.limitHeap(message.memoryBytes);
        this.#streams.limitOutput(message.outputBytes);
        this.#softMilliseconds = message.softMilliseconds;
        this.#isJobOver = false;
        this.#earlierInputs = [];
        this.#program = message.program;
        this.#plan = planOf(message.program);
        this.#loop.begin(message.job);
        this.#loadFirst(message.job);
        return;
      case 'tests':
        this.#loop.add(message.first, message.inputs);
        return;
      case 'calibrate':
        this.#calibrate(message.runs);
        return;
      case 'close':
        this.#loop.clear();
        this.#restoreWarm();
        this.#post({ type: 'closed', job: message.job, heapBytes: this.#module.HEAPU8.length });
        return;
    }
  }

  #loadFirst(job: number): void {
    this.#deadline.start(this.#softMilliseconds);
    const whenDone = this.#afterWork(
      this.#inRoom(() => this.#loadForms()),
      (loadOutcome) => {
        const outcome = this.#checkDeadline(loadOutcome);
        // The page may send tests together with the program. They do not run if the program fails to load.
        this.#isJobOver ||= outcome.kind !== 'done';
        this.#post({ type: 'loaded', job, outcome });
      },
    );
    if (whenDone instanceof Promise) {
      whenDone.catch((error: unknown) =>
        this.#runLater(() => {
          throw error;
        }, 0),
      );
    }
  }

  *#loadForms(): PythonWork<WorkerOutcome> {
    const outcome = (yield* this.#load('written'))!;
    return mayNeedWideForm(outcome) ? ((yield* this.#load('wide')) ?? outcome) : outcome;
  }

  /** Runs work. If the stack overflows, runs the work again on separate stacks, in browsers that support them. */
  #inRoom(work: () => PythonWork<WorkerOutcome>): WorkerOutcome | Promise<WorkerOutcome> {
    const outcome = workHere(work());
    if (outcome.kind !== 'stack-overflow' || !this.#calls.canGoDeep) return outcome;
    this.#isJobOver = false;
    // The shared state must be built again, because the first attempt changed it.
    if (this.#plan.keepsState) this.#form = null;
    return workDeep(work());
  }

  /** @returns null if the program has no such form */
  *#load(form: ProgramForm): PythonWork<WorkerOutcome | null> {
    this.#restoreWarm();
    this.#isWarm = false;
    const { source, preamble, functionName, execution, without, check, mode } = this.#program;
    this.#mailboxes.put('source', source);
    this.#mailboxes.put('form', form);
    this.#mailboxes.put('preamble', preamble);
    this.#mailboxes.put('function', functionName ?? '');
    this.#mailboxes.put('execution', execution);
    this.#mailboxes.put('without', without.join(' '));
    this.#mailboxes.put('check', check);
    this.#form = null;
    const outcome = yield* this.#call(this.#plan.load, NO_INPUT);
    this.#loadedWithSizeError = outcome?.sizeError ?? false;
    if (outcome !== null && outcome.kind === 'done') {
      if (mode === 'assert') this.#assertion.take();
      if (!this.#plan.keepsState) {
        capture(this.#loadedImage);
        this.#files.reset();
      }
      this.#form = form;
      this.#isPristine = true;
    }
    return outcome;
  }

  /** Runs a test. If the program might pass in its wide form, and has one, runs the test again in that form. */
  #test(input: string): WorkerResult | Promise<WorkerResult> {
    // The clock measures the test, not the restore.
    this.#makePristine();
    const startTime = now();
    this.#deadline.start(this.#softMilliseconds);
    const resultOf = (outcome: WorkerOutcome): WorkerResult => {
      if (this.#plan.keepsState) {
        this.#earlierInputs.push(input);
        this.#isJobOver ||= this.#form === null;
      }
      return { outcome: this.#checkDeadline(outcome), milliseconds: now() - startTime };
    };
    return this.#afterWork(
      this.#inRoom(() => this.#runForms(input)),
      resultOf,
    );
  }

  *#runForms(input: string): PythonWork<WorkerOutcome> {
    this.#makePristine();
    const outcome = (yield* this.#run('written', input))!;
    // A failure of the wide form is final: running it again would fail in the same way and change the shared state
    // twice.
    if (!mayNeedWideForm(outcome) || this.#form === 'wide') return outcome;
    this.#isJobOver = false;
    const wideOutcome = yield* this.#run('wide', input);
    this.#isJobOver ||= wideOutcome === null && this.#plan.keepsState;
    return wideOutcome ?? outcome;
  }

  /** @returns null if the program has no such form */
  *#run(form: ProgramForm, input: string): PythonWork<WorkerOutcome | null> {
    if (this.#plan.keepsState) {
      if (this.#form === null || (form !== 'written' && this.#form !== form)) {
        const loadFailure = yield* this.#load(form);
        if (loadFailure?.kind !== 'done') return loadFailure;
        // Rebuilds the state that the earlier tests produced.
        for (const earlierInput of this.#earlierInputs) yield* this.#runOne(earlierInput);
      }
      return yield* this.#runOne(input);
    }
    if (this.#form !== form) {
      const loadFailure = yield* this.#load(form);
      if (loadFailure?.kind !== 'done') return loadFailure;
    }
    this.#isPristine = false;
    return yield* this.#runOne(input);
  }

  *#runOne(input: string): PythonWork<WorkerOutcome | null> {
    if (this.#program.mode === 'assert') {
      this.#begin(NO_INPUT);
      return this.#outcomeOf(yield* this.#assertion.run(), this.#plan.run);
    }
    if (this.#plan.input === 'descriptor') {
      const bytes = encodeUtf8(input);
      return yield* this.#call(bytes.length > MUCH_BYTES ? 'run_script_on_much' : this.#plan.run, bytes);
    }
    this.#mailboxes.put('arguments', input);
    return yield* this.#call(this.#plan.run, NO_INPUT);
  }

  /** Passes a value to `next`, now or when its promise resolves. Until then, messages wait. */
  #afterWork<Value, Result>(
    value: Value | Promise<Value>,
    next: (value: Value) => Result,
  ): Result | Promise<Result> {
    if (!(value instanceof Promise)) return next(value);
    const result = value.then(next).finally(() => (this.#pendingWork = null));
    this.#pendingWork = result;
    return result;
  }

  #checkDeadline(outcome: WorkerOutcome): WorkerOutcome {
    if (!this.#deadline.stop()) return outcome;
    this.#isJobOver = true;
    return { ...outcome, kind: 'interrupted', value: '' };
  }

  #begin(stdin: Uint8Array): void {
    this.#streams.begin(stdin);
    this.#sizeErrors.begin();
    this.#mailboxes.put('result', '');
  }

  /** Returns null if the harness reports UNCHANGED, because the program has no such form. */
  *#call(entry: EntryPoint, stdin: Uint8Array): PythonWork<WorkerOutcome | null> {
    this.#begin(stdin);
    const callEnd = yield this.#calls.callOf(entry);
    return callEnd.kind === 'returned' && callEnd.code === UNCHANGED ? null : this.#outcomeOf(callEnd, entry);
  }

  #outcomeOf(callEnd: CallEnd, entry: EntryPoint): WorkerOutcome {
    const { keepsState, mayExit, result, load } = this.#plan;
    const traces = {
      stdout: this.#streams.stdout(),
      stderr: this.#streams.stderr(),
      outputExceeded: this.#streams.isLimitExceeded,
      resultBytes: this.#mailboxes.result(),
      hasSizeError: this.#sizeErrors.hasBeenRaised || (entry !== load && this.#loadedWithSizeError),
    };
    const outcome = outcomeOf(callEnd, traces, entry === load ? LOADING_RESULT : { result, mayExit });
    // Each of these events would end a native process.
    const isEnd = callEnd.kind !== 'returned' || callEnd.code === ENDED || outcome.kind === 'stack-overflow';
    if (keepsState && isEnd) this.#isJobOver = true;
    return outcome;
  }

  /**
   * Restores memory and files to the loaded image, if tests start from it and it contains the program in its
   * `written` form.
   */
  #makePristine(): void {
    if (this.#plan.keepsState || this.#form !== 'written' || this.#isPristine) return;
    this.#loadedImage.heap.restore(false);
    this.#loadedImage.files.restore();
    this.#files.reset();
    this.#isPristine = true;
  }

  /** Restores memory and files to the warm image, which removes the submission. */
  #restoreWarm(): void {
    if (this.#isWarm) return;
    this.#warmImage.heap.restore(true);
    this.#warmImage.files.restore();
    this.#files.reset();
    this.#isWarm = true;
  }
}

function capture(image: Image): void {
  image.heap.capture();
  image.files.capture();
}
