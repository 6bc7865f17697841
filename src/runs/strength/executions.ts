/**
 * Runs many programs on many inputs in few interpreters. A bundle of programs is one submission of call mode, and
 * each test of it runs one program: on a few inputs if the program keeps all of its state in its own module, and else
 * on one input. The engine restores the memory between tests. A call that does not end plainly is repeated with one
 * input at a time.
 *
 * Outcomes of a bundle serve for searching. A program that is shown to be wrong is judged alone first.
 */
import { groupBy } from '../../base/collections.ts';
import { isRecord, parseJson } from '../../base/parse-json.ts';
import { LEAST_MEMORY_MB, type Problem } from '../../domain/problem.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import { NewerUse } from '../../judge/python/newer-use.ts';
import { outputLimit, programOf } from '../../judge/run-program.ts';
import type { Program, RunLimits, Runner, TestOutcome } from '../../judge/runner.ts';
import ANOTHER_ORDER from './another-order.py?raw';
import BUNDLE from './bundle.py?raw';

export interface ProgramExecution {
  /** Index of the program. */
  readonly program: number;
  /** In the form of a test's input. */
  readonly input: string;
}

export interface ExecutionEnd {
  readonly outcome: TestOutcome;
  /** Running time; 0 if nothing ran. */
  readonly milliseconds: number;
}

export interface ExecuteOptions {
  readonly signal: AbortSignal;
  /** The limit of one execution in seconds of this machine. Default: the problem's, and at most `MOST_SECONDS`. */
  readonly timeSeconds?: number;
  /** Whether the other executions of a program that timed out end as time-outs, too, without running. */
  readonly stopsAtTimeOut?: boolean;
  /** Programs that run alone, because their outcomes in a bundle differ. */
  readonly alone?: ReadonlySet<number>;
  readonly onEnd: (index: number, end: ExecutionEnd) => void;
}

/** Limits of a bundle: compiling takes time, and each test restores the compiled code, too. */
const MOST_PROGRAMS = 64;
const MOST_CHARACTERS = 200_000;
/** Tests of a batch. Between batches, executions of programs that timed out are left out. */
const BATCH = 48;
const MOST_SECONDS = 10;
/** The engine's own limit, in addition to the limit inside a bundle, which does not stop a loop in C code. */
const SPARE_SECONDS = 1;
/** The time in which a bundle compiles one program. */
const COMPILE_SECONDS = 0.02;
const SPARE_MEMORY_MB = 64;
/** A runner cuts the printed text of a call to this length. */
const PRINTED_CHARACTERS = 20_000;
/** The largest number of executions that run without a restore of the memory between them. */
const MOST_TOGETHER = 8;
/**
 * Words of programs that may leave something in the interpreter: a file, a changed module, a setting, a thread. Their
 * executions run one by one.
 */
const LEAVES_STATE =
  /\bopen\((?!0[,)])|\b(?:os|io|gc|signal|atexit|threading|thread|warnings|decimal|Decimal|locale|builtins|globals|exec|eval|compile|setattr|importlib|ctypes|random|time|asyncio|cache_clear)\b|__|\bsys\s*\.\s*(?!stdin\b|setrecursionlimit\b|maxsize\b|exit\b|stdout\.write\b)|\.close\(|\bstd(?:in|out|err)\s*=|\b(?!self\.)[^\W\d]\w*\.\w+\s*=(?!=)/;
const MAIN_GUARD =
  /__name__|__main__|__init__|__lt__|__eq__|__hash__|__repr__|__str__|__slots__|__len__|__getitem__/g;
/** A device has the input of the engine, which is empty in a bundle. */
const STDIN_DEVICE = '/dev/stdin';

/**
 * Runs the executions. Never rejects. Executions without an end were stopped by the signal, or the judge itself
 * failed on them.
 */
export async function execute(
  runner: Runner,
  problem: Problem,
  programs: readonly string[],
  executions: readonly ProgramExecution[],
  options: ExecuteOptions,
): Promise<void> {
  const jobs = groupBy([...executions.keys()], (index) => executions[index]!.program);
  const isAlone = (program: number): boolean =>
    options.alone?.has(program) === true || programs[program]!.includes(STDIN_DEVICE);
  const alone = [...jobs].filter(([program]) => isAlone(program));
  const bundles: Left[] = [];
  let characters = 0;
  for (const [program, indexes] of jobs) {
    if (isAlone(program)) continue;
    const { length } = programs[program]!;
    const last = bundles.at(-1);
    characters += length;
    if (last !== undefined && last.size < MOST_PROGRAMS && characters <= MOST_CHARACTERS)
      last.set(program, indexes);
    else {
      bundles.push(new Map([[program, indexes]]));
      characters = length;
    }
  }
  const run = new Executions(runner, problem, programs, executions, options);
  await Promise.all([
    ...bundles.map((bundle) => run.bundle(bundle)),
    ...alone.map(([program, indexes]) => run.alone(program, indexes)),
  ]);
}

/**
 * Runs each program on each input. Never rejects.
 * @returns the ends, those of the first program first, in the order of the inputs; undefined for an execution without
 * an end
 */
export async function executeAll(
  runner: Runner,
  problem: Problem,
  programs: readonly string[],
  inputs: readonly string[],
  options: Omit<ExecuteOptions, 'onEnd'>,
): Promise<readonly (ExecutionEnd | undefined)[]> {
  const executions = eachOnEach(programs, inputs);
  const ends = new Array<ExecutionEnd | undefined>(executions.length).fill(undefined);
  await execute(runner, problem, programs, executions, {
    ...options,
    onEnd: (index, end) => (ends[index] = end),
  });
  return ends;
}

/** Returns the executions of each program on each input, those of the first program first. */
export function eachOnEach(
  programs: readonly string[],
  inputs: readonly string[],
): readonly ProgramExecution[] {
  return programs.flatMap((_, program) => inputs.map((input) => ({ program, input })));
}

/** Indexes of the executions of each program that are left. */
type Left = Map<number, number[]>;

/** Executions of a program that run together, by index. */
interface ExecutionCall {
  readonly program: number;
  readonly indexes: readonly number[];
}

class Executions {
  readonly #runner: Runner;
  readonly #problem: Problem;
  readonly #programs: readonly string[];
  readonly #executions: readonly ProgramExecution[];
  readonly #options: ExecuteOptions;
  readonly #seconds: number;
  readonly #limits: RunLimits;
  /** Ends the printed text of an execution. No program can know it. */
  readonly #mark = `\n${crypto.getRandomValues(new Uint32Array(4)).join('-')}\n`;
  /** What each program uses of newer Python. */
  readonly #newer: readonly NewerUse[];
  /** Programs whose executions run one by one. */
  readonly #single: Set<number>;

  constructor(
    runner: Runner,
    problem: Problem,
    programs: readonly string[],
    executions: readonly ProgramExecution[],
    options: ExecuteOptions,
  ) {
    this.#runner = runner;
    this.#problem = problem;
    this.#programs = programs;
    this.#executions = executions;
    this.#options = options;
    this.#newer = programs.map((code) => new NewerUse(code, STANDARD.execute.python, problem.preamble));
    this.#single = new Set(programs.flatMap((code, place) => (leavesState(code) ? [place] : [])));
    this.#seconds = options.timeSeconds ?? Math.min(MOST_SECONDS, problem.timeLimitSeconds);
    this.#limits = {
      timeSeconds: this.#seconds,
      timeFactor: 1,
      memoryMb: Math.max(LEAST_MEMORY_MB, problem.memoryLimitMb) + SPARE_MEMORY_MB,
      outputBytes: outputLimit(problem),
    };
  }

  /** Runs the executions of some programs, in as many sessions as needed. */
  async bundle(left: Left): Promise<void> {
    while (left.size > 0 && !this.#options.signal.aborted) {
      for (const [program, indexes] of left) {
        const { refusal } = this.#newer[program]!;
        if (refusal === null) continue;
        this.#endAll(indexes, refusal);
        left.delete(program);
      }
      if (left.size === 0) return;
      const isOver = await this.#session(left);
      if (isOver) return;
    }
  }

  /**
   * Runs executions until none is left or the interpreter ends.
   * @returns whether nothing more can run
   */
  async #session(left: Left): Promise<boolean> {
    const { signal } = this.#options;
    const places = [...left.keys()];
    const limits = {
      ...this.#limits,
      timeSeconds: this.#seconds * (MOST_TOGETHER + 1) + SPARE_SECONDS + places.length * COMPILE_SECONDS,
    };
    const session = await this.#runner.open(this.#bundleOf(places), limits, {
      signal,
      urgent: false,
      alone: false,
    });
    const { loaded } = session;
    if (loaded.type !== 'loaded') {
      session.close();
      if (signal.aborted) return true;
      if (places.length === 1 || loaded.type === 'lost') {
        if (loaded.type !== 'lost') this.#endAll([...left.values()].flat(), loaded);
        return true;
      }
      // One program keeps the others from loading.
      const half = Math.ceil(places.length / 2);
      const entries = [...left];
      left.clear();
      await this.bundle(new Map(entries.slice(0, half)));
      await this.bundle(new Map(entries.slice(half)));
      return true;
    }
    let next = 0;
    let hasRun = false;
    const cut = new Set<number>();
    while (left.size > 0 && !session.ended && !signal.aborted) {
      const batch = this.#nextBatch(left);
      const inputs = batch.map(({ program, indexes }) => {
        const given = indexes.map((index) => {
          const { input } = this.#executions[index]!;
          return this.#problem.mode === 'call' ? input : JSON.stringify(input);
        });
        return `[${places.indexOf(program)}, [${given.join(', ')}]]`;
      });
      const first = next;
      await session.run(inputs, first, (position, outcome, milliseconds) => {
        const call = batch[position - first];
        if (call === undefined || outcome.type === 'lost' || signal.aborted) return;
        next = position + 1;
        hasRun = true;
        const { program, indexes } = call;
        if (indexes.length > 1) {
          const ends = this.#endsOf(outcome, indexes.length);
          // After a time-out of the engine, any of them may have hung.
          if (ends === null) this.#single.add(program);
          else ends.forEach((end, at) => this.#end(left, indexes[at]!, end.outcome, end.milliseconds));
        } else if (isCut(outcome)) cut.add(program);
        else this.#end(left, indexes[0]!, this.#plain(outcome, milliseconds), milliseconds);
      });
      if (next === first || cut.size > 0) break;
    }
    session.close();
    // Only now, because the session has taken a queue slot.
    for (const program of cut) {
      await this.alone(program, left.get(program) ?? []);
      left.delete(program);
    }
    return !hasRun;
  }

  /** Runs the executions of one program by the standard rules. */
  async alone(program: number, indexes: readonly number[]): Promise<void> {
    const { signal, stopsAtTimeOut = false, onEnd } = this.#options;
    const newer = this.#newer[program]!;
    if (newer.refusal !== null) return this.#endAll(indexes, newer.refusal);
    let next = 0;
    while (next < indexes.length && !signal.aborted) {
      const before = next;
      const session = await this.#runner.open(
        { ...this.#programOf(program), without: newer.missingNames },
        this.#limits,
        { signal, urgent: false, alone: false },
      );
      const { loaded } = session;
      if (loaded.type === 'loaded') {
        const rest = indexes.slice(next);
        const inputs = rest.map((index) => this.#executions[index]!.input);
        await session.run(inputs, next, (position, outcome, milliseconds) => {
          if (outcome.type === 'lost' || position !== next || signal.aborted) return;
          onEnd(indexes[next]!, { outcome, milliseconds });
          next += 1;
          if (outcome.type !== 'timed-out' || !stopsAtTimeOut) return;
          this.#endAll(indexes.slice(next), outcome);
          next = indexes.length;
        });
      } else if (loaded.type !== 'lost') this.#endAll(indexes.slice(next), loaded);
      session.close();
      if (next === before) return;
    }
  }

  /** Takes executions of each program in turn. */
  #nextBatch(left: Left): readonly ExecutionCall[] {
    const batch: ExecutionCall[] = [];
    let size = 0;
    for (let round = 0; size < BATCH; round++) {
      const before = size;
      for (const [program, all] of left) {
        const together = this.#single.has(program) ? 1 : MOST_TOGETHER;
        const indexes = all.slice(round * together, (round + 1) * together);
        if (indexes.length === 0 || size >= BATCH) continue;
        batch.push({ program, indexes });
        size += indexes.length;
      }
      if (size === before) break;
    }
    return batch;
  }

  /** Returns the ends of executions that ran together; null if they have to run one by one. */
  #endsOf(outcome: TestOutcome, count: number): readonly ExecutionEnd[] | null {
    if (outcome.type !== 'returned' || outcome.browserLimit === true || isCut(outcome)) return null;
    const parsedValue = parseJson(outcome.value);
    const items: unknown =
      isRecord(parsedValue) && Array.isArray(parsedValue['seen']) ? parsedValue['seen'][0] : parsedValue;
    if (!Array.isArray(items)) return null;
    const isScript = this.#problem.mode === 'stdin';
    const texts = isScript ? (outcome.stdout ?? '').split(this.#mark) : [];
    const ends = (items as readonly unknown[]).map((item, at): ExecutionEnd | null => {
      if (!Array.isArray(item) || !isRecord(item[1])) return null;
      const [kind, time, value, message] = item as readonly unknown[];
      const milliseconds = Number((time as Readonly<Record<string, unknown>>)['i']) / 1000;
      switch (kind) {
        case 'late':
          return { outcome: this.#timedOut(milliseconds), milliseconds };
        case 'error': {
          const error = { name: String(value), message: String(message), traceback: '' };
          return { outcome: { type: 'raised', error, browserLimit: false, stdout: null }, milliseconds };
        }
        case 'value': {
          const stdout = texts[at] ?? '';
          return isScript
            ? { outcome: { type: 'exited', stdout, stderr: '' }, milliseconds }
            : { outcome: { type: 'returned', value: JSON.stringify(value), stderr: '' }, milliseconds };
        }
        default:
          return null;
      }
    });
    const isWhole = ends.length === count || ends.at(-1)?.outcome.type === 'timed-out';
    return isWhole && !ends.includes(null) ? (ends as readonly ExecutionEnd[]) : null;
  }

  #end(left: Left, index: number, outcome: TestOutcome, milliseconds: number): void {
    const { program } = this.#executions[index]!;
    const indexes = left.get(program);
    const at = indexes?.indexOf(index) ?? -1;
    // The program has timed out before, in the same batch.
    if (indexes === undefined || at === -1) return;
    indexes.splice(at, 1);
    if (indexes.length === 0) left.delete(program);
    this.#options.onEnd(index, { outcome, milliseconds });
    if (outcome.type !== 'timed-out' || this.#options.stopsAtTimeOut !== true) return;
    left.delete(program);
    this.#endAll(indexes, outcome);
  }

  #endAll(indexes: readonly number[], outcome: TestOutcome): void {
    for (const index of indexes) this.#options.onEnd(index, { outcome, milliseconds: 0 });
  }

  /** Returns the outcome that the program has by itself. */
  #plain(outcome: TestOutcome, milliseconds: number): TestOutcome {
    const isScript = this.#problem.mode === 'stdin';
    if (outcome.type === 'returned' && isScript) {
      const { stdout = null, stderr, browserLimit } = outcome;
      return { type: 'exited', stdout, stderr, ...(browserLimit && { browserLimit }) };
    }
    if (outcome.type !== 'raised') return outcome;
    const { name, message } = outcome.error;
    if (name === 'BundleTimeLimit') return this.#timedOut(milliseconds);
    if (name === 'BundleSyntaxError') {
      const [kind = '', ...rest] = message.split(': ');
      return { type: 'syntax-error', error: { name: kind, message: rest.join(': '), traceback: '' } };
    }
    // The bundle catches the exception SystemExit of a script, so only `os._exit` ends this way.
    const { stdout, stderr = '' } = outcome;
    if (isScript && name === 'SystemExit' && /\b0\b/.test(message))
      return { type: 'exited', stdout: stdout ?? null, stderr };
    return outcome;
  }

  #timedOut(ran: number): TestOutcome {
    const limit = 1000 * this.#seconds;
    const undisturbed = { disturbed: 0, slowness: null, cold: false, measured: true };
    return { type: 'timed-out', evidence: { ran, limit, ...undisturbed } };
  }

  #bundleOf(places: readonly number[]): Program {
    const { mode, functionName } = this.#problem;
    const wholes = places.map((place) => this.#programOf(place));
    const without = new Set(places.flatMap((place) => this.#newer[place]!.missingNames));
    const source = [
      `PROGRAMS = [${wholes.map(({ source: text }) => pythonText(text)).join(', ')}]`,
      `PREAMBLE = ${pythonText(wholes[0]!.preamble)}`,
      `FUNCTION = ${mode === 'call' ? pythonText(functionName ?? '') : 'None'}`,
      `SECONDS = ${this.#seconds}`,
      `STOPS = ${this.#options.stopsAtTimeOut === true ? 'True' : 'False'}`,
      `MARK = ${pythonText(this.#mark)}`,
      BUNDLE,
    ].join('\n');
    return {
      source,
      preamble: '',
      mode: 'call',
      functionName: 'run_bundled',
      execution: 'standard',
      without: [...without],
      check: '',
    };
  }

  #programOf(place: number): Program {
    const { signal } = this.#options;
    return programOf(this.#programs[place]!, { problem: this.#problem, profile: STANDARD, signal }, []);
  }
}

function leavesState(code: string): boolean {
  return LEAVES_STATE.test(code.replace(MAIN_GUARD, ''));
}

function isCut(outcome: TestOutcome): boolean {
  return outcome.type === 'returned' && (outcome.stdout?.length ?? 0) >= PRINTED_CHARACTERS;
}

/** Returns a Python literal that has the same lines as the text, because the judge searches sources for words. */
export function pythonText(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '\r': '\\r', '\0': '\\x00' };
  return `'''${text.replace(/[\\'\r\0]/g, (character) => escapes[character] ?? `\\${character}`)}'''`;
}

/** Words of programs that may end otherwise in another run. */
const MAY_CHANGE = /\b(?:set|frozenset|hash|id|random|time|datetime|uuid|secrets|os|numpy)\b|\{/;

/**
 * Returns a program with its sets in their own order, and then in two others, with other random numbers and another
 * clock; none if it depends on nothing of this.
 */
export function inOtherOrders(code: string): readonly string[] {
  if (!MAY_CHANGE.test(code)) return [];
  const head = `ALLPASS_SOURCE = ${JSON.stringify(code)}\n`;
  return [0, 1, 2].map((order) => `${head}ALLPASS_ORDER = ${order}\n${ANOTHER_ORDER}`);
}
