/**
 * Finds an input on which a program differs from an accepted one, and makes it small. The search runs both programs in
 * bundles; what it returns is confirmed by the standard rules, each program alone.
 */
import { counted, numberText } from '../../base/number-words.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import type { FailingInput } from '../../domain/strength.ts';
import type { JudgeTask } from '../../judge/judge-options.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import { runProgram } from '../../judge/run-program.ts';
import type { Runner, TestOutcome } from '../../judge/runner.ts';
import { executeAll, type ExecutionEnd, inOtherOrders } from './executions.ts';
import { InputSource, isSimpler } from './inputs.ts';
import { Generated, ownInputs } from './new-inputs.ts';
import { outputOf, passes, standardComparer } from './outcomes.ts';
import { allowsAnyCase, allowsSeveralOutputs } from './several-outputs.ts';

export interface CounterexampleOptions {
  readonly signal: AbortSignal;
  /** A script that prints one input for the seed on its standard input. Default: inputs like those of the tests. */
  readonly generator?: string;
  /** Other accepted programs. An input on which one of them contradicts the first is no counterexample. */
  readonly witnesses?: readonly string[];
  /** The number of inputs to try. Default: 1200. */
  readonly tries?: number;
  /** The same seed tries the same inputs. Default: 1. */
  readonly seed?: number;
  /** Called as inputs are tried. */
  readonly onProgress?: (tried: number, total: number) => void;
  /** Called with the running times of executions of the search. */
  readonly onRun?: (milliseconds: number) => void;
}

export interface Difference extends FailingInput {
  readonly type: 'different';
}

export type Counterexample =
  | Difference
  /**
   * `reason` is one sentence. `isAcceptedAtFault`: another accepted program may do better. `isFinal`: no other input
   * changes it.
   */
  | {
      readonly type: 'none';
      readonly reason: string;
      readonly isAcceptedAtFault?: true;
      readonly isFinal?: true;
    };

const TRIES = 1200;
const FIRST_ROUND = 24;
const MOST_ROUND = 96;
/** Inputs of this length are short enough to be read at a glance, and the search ends. */
const SHORT = 40;
/** Rounds that look for a shorter input after the first one was found. */
const MORE_ROUNDS = 4;
const SHRINK_ROUND = 24;
const MOST_SHRINKS = 60;
/** Inputs on which a program does not end in time, before the search ends: each costs an interpreter. */
const MOST_SLOW = 3;
/** Inputs that a program gets only to be confirmed, one after the other. */
const MOST_CONFIRMED = 5;
/** Inputs without one on which the accepted program ends normally, before the search ends. */
const MOST_INVALID = 150;
/** Tests that the accepted program has to pass first. */
const CHECKED_TESTS = 30;
const CHECKED_CHARACTERS = 100_000;
const LEAST_SECONDS = 0.3;
const LIMIT_FACTOR = 5;

/** Never rejects. */
export async function findCounterexample(
  runner: Runner,
  problem: Problem,
  program: string,
  accepted: string,
  options: CounterexampleOptions,
): Promise<Counterexample> {
  const { signal } = options;
  const none = (reason: string): Counterexample => ({ type: 'none', reason });
  const stopped = none('The search was stopped.');
  const never = (reason: string) => ({ type: 'none', reason, isFinal: true }) as const;
  if (problem.mode === 'assert')
    return never(
      'The tests of this problem are assertions without inputs of their own, so there is no input to find.',
    );
  if (standardComparer(problem) !== null && allowsSeveralOutputs(problem))
    return never(
      'The statement allows several right outputs and the problem has no checker, so a different output proves nothing.',
    );
  const search = new Search(runner, problem, program, accepted, options);
  const fault = await search.checkAccepted();
  if (signal.aborted) return stopped;
  if (fault !== null) return { ...never(fault), isAcceptedAtFault: true };
  const source = new InputSource(problem, options.seed ?? 1);
  const inputs =
    options.generator === undefined
      ? ownInputs(problem, source)
      : new Generated(runner, problem, options.generator, signal);
  const fromTests = options.generator === undefined;
  if (fromTests && !source.isStructured && problem.publicTests === 0)
    return none(
      'The inputs of this problem have no form that new ones can be made by; a generator in Python can make some.',
    );
  const { tries = TRIES, onProgress } = options;
  onProgress?.(0, tries);
  /** The simplest input that was confirmed. It is returned even if the search is stopped. */
  let best: Difference | null = null;
  let more = MORE_ROUNDS;
  let size = FIRST_ROUND;
  for (let tried = 0; tried < tries && more > 0; size = Math.min(MOST_ROUND, 2 * size)) {
    const round = await inputs.next(Math.min(size, tries - tried));
    if (signal.aborted) break;
    if (typeof round === 'string') {
      if (search.found > 0) break;
      return none(round);
    }
    tried += round.length;
    const failing = await search.failing(round);
    if (signal.aborted) break;
    onProgress?.(tried, tries);
    const smallest = failing.sort(bySize)[0];
    if (smallest !== undefined) {
      best ??= await search.confirm([smallest]);
      const shrunk = await search.shrink(smallest, source);
      if (shrunk !== smallest && (best === null || isSimpler(shrunk, best.test.input)))
        best = (await search.confirm([shrunk])) ?? best;
    }
    if (signal.aborted || (best !== null && best.test.input.length <= SHORT)) break;
    if (search.found > 0) more -= 1;
    if (round.length === 0 || (search.found === 0 && search.slow >= MOST_SLOW)) break;
    if (search.tried === 0 && tried >= MOST_INVALID) break;
  }
  // Smaller inputs first. One that only differs in a bundle, or by chance, is no counterexample.
  best ??= await search.confirm(search.candidates());
  if (best !== null) return { ...best, tried: search.tried };
  if (signal.aborted) return stopped;
  if (search.isUnjudged)
    return none('The judge failed while it compared accepted programs on a difference: search again.');
  if (search.isDisputed)
    return none(
      'For such inputs, accepted programs print different outputs, or one of them does in another run, so several may be right, and a difference proves nothing.',
    );
  if (search.made === 0)
    return none(
      `Every input ${fromTests ? 'that can be made by the form of the tests' : 'of the generator'} is a hidden test, and those are not shown.`,
    );
  if (search.tried === 0)
    return {
      type: 'none',
      reason: `The accepted program fails on ${search.made === 1 ? 'the only input' : `each of the ${numberText(search.made)} inputs`} ${fromTests ? 'made by the form of the tests' : 'of the generator'}, so there is nothing to compare.`,
      isAcceptedAtFault: true,
    };
  return none(
    `No difference was found on ${counted(search.tried, 'input')}, which does not prove that the program is right.`,
  );
}

/** Sorts the simplest first. */
function bySize(one: string, other: string): number {
  return isSimpler(one, other) ? -1 : 1;
}

class Search {
  readonly #runner: Runner;
  readonly #problem: Problem;
  readonly #program: string;
  readonly #accepted: string;
  readonly #options: CounterexampleOptions;
  #seconds = LEAST_SECONDS;
  #alone: ReadonlySet<number> = new Set();
  /** Inputs on which the programs differ. */
  readonly #found = new Set<string>();
  /** Inputs on which the program did not end in the short limit of the search. */
  readonly #slow = new Set<string>();
  /** Whether an input on which the programs differ may have several right outputs. */
  isDisputed = false;
  /** Whether the judge failed on an accepted program on such an input. */
  isUnjudged = false;
  /** The number of inputs, valid or not. */
  made = 0;
  /** The number of inputs that both programs ran on, and on which the accepted one ended normally. */
  tried = 0;

  constructor(
    runner: Runner,
    problem: Problem,
    program: string,
    accepted: string,
    options: CounterexampleOptions,
  ) {
    this.#runner = runner;
    this.#problem = problem;
    this.#program = program;
    this.#accepted = accepted;
    this.#options = options;
  }

  /** The number of inputs on which the programs differ. */
  get found(): number {
    return this.#found.size;
  }

  /** The number of inputs on which the program did not end in time. */
  get slow(): number {
    return this.#slow.size;
  }

  /** Returns in one sentence why the accepted program cannot be used; null if it can. */
  async checkAccepted(): Promise<string | null> {
    let { failed, slowest } = await this.#onTests(this.#accepted, this.#alone);
    if (failed !== null) {
      this.#alone = new Set([0, 1]);
      ({ failed, slowest } = await this.#onTests(this.#accepted, this.#alone));
    }
    if (failed !== null)
      return `The accepted program fails test ${failed + 1} here, so it cannot show what is right.`;
    const { timeLimitSeconds } = this.#problem;
    this.#seconds = Math.min(timeLimitSeconds, Math.max(LEAST_SECONDS, (LIMIT_FACTOR * slowest) / 1000));
    return null;
  }

  /** Runs a program on tests. Returns the first test that it fails, and its longest time in milliseconds. */
  async #onTests(
    program: string,
    alone: ReadonlySet<number>,
  ): Promise<{ readonly failed: number | null; readonly slowest: number }> {
    const { tests, timeLimitSeconds } = this.#problem;
    const places = [...tests.keys()]
      .filter((place) => tests[place]!.input.length <= CHECKED_CHARACTERS)
      .slice(0, CHECKED_TESTS);
    const inputs = places.map((place) => tests[place]!.input);
    const ends = await this.#run([program], inputs, timeLimitSeconds, alone);
    const failed = places.find((place, at) => {
      const outcome = ends[at]?.outcome;
      return (
        outcome === undefined ||
        passes(this.#problem, tests[place]!, outcome) === false ||
        outputOf(outcome) === null
      );
    });
    return {
      failed: failed ?? null,
      slowest: Math.max(0, ...ends.map((end) => end?.milliseconds ?? 0)),
    };
  }

  /** Returns the inputs on which the programs differ. Those that the accepted program fails on are invalid. */
  async failing(inputs: readonly string[]): Promise<string[]> {
    this.made += inputs.length;
    const ends = await this.#run([this.#program, this.#accepted], inputs, this.#seconds);
    const { onRun } = this.#options;
    const found = inputs.filter((input, at) => {
      const [own, right] = [ends[at], ends[inputs.length + at]];
      onRun?.((own?.milliseconds ?? 0) + (right?.milliseconds ?? 0));
      const output = right === undefined ? null : outputOf(right.outcome);
      if (own === undefined || output === null) return false;
      // After a time-out, the other inputs of a round are not run.
      if (own.outcome.type === 'timed-out' && own.milliseconds === 0) return false;
      this.tried += 1;
      if (own.outcome.type === 'timed-out') {
        this.#slow.add(input);
        return false;
      }
      const isRight = passes(this.#problem, { input, output }, own.outcome);
      const ownOutput = outputOf(own.outcome);
      if (this.#isEqualText(output, ownOutput) || this.#isClose({ input, output }, own.outcome)) return false;
      return isRight === null ? ownOutput !== output : !isRight;
    });
    for (const input of found) this.#found.add(input);
    return found;
  }

  /** Returns the smallest input that this one leads to, on which the programs still differ. */
  async shrink(input: string, source: InputSource): Promise<string> {
    let best = input;
    const seen = new Set<string>([input]);
    for (let round = 0; round < MOST_SHRINKS && !this.#options.signal.aborted; round++) {
      const smaller = source.smaller(best, SHRINK_ROUND, seen);
      if (smaller.length === 0) break;
      for (const one of smaller) seen.add(one);
      const [simplest] = (await this.failing(smaller)).sort(bySize);
      if (simplest !== undefined) best = simplest;
    }
    return best;
  }

  /** All inputs on which the programs differ, the simplest first, and then those on which only the time differs. */
  candidates(): readonly string[] {
    return [...[...this.#found].sort(bySize), ...[...this.#slow].sort(bySize).slice(0, 1)];
  }

  /** Runs both programs alone by the standard rules. Returns the first input on which they differ there, too. */
  async confirm(inputs: readonly string[]): Promise<Difference | null> {
    const { signal } = this.#options;
    for (const input of [...new Set(inputs)].slice(0, MOST_CONFIRMED)) {
      // Its output decides nothing: it is only run.
      const [right, own] = await this.#run(
        [this.#accepted, this.#program],
        [input],
        this.#problem.timeLimitSeconds,
        new Set([0, 1]),
      );
      const output = right === undefined ? null : outputOf(right.outcome);
      if (output === null) continue;
      const test: TestCase = { input, output };
      if (own !== undefined && this.#isClose(test, own.outcome)) continue;
      const problem: Problem = { ...this.#problem, tests: [test], testCount: 1, publicTests: 1 };
      const task = { problem, profile: STANDARD, signal, tests: 'all', stopAtFirstFailure: true } as const;
      const [again] = (await runProgram(this.#runner, this.#accepted, task)).results;
      if (again?.verdict !== 'accepted') continue;
      const [result] = (await runProgram(this.#runner, this.#program, task)).results;
      if (result === undefined || ['accepted', 'judge-error', 'not-run'].includes(result.verdict)) continue;
      if (this.#isEqualText(output, result.got)) continue;
      const isContradicted = await this.#isContradicted(task);
      // Without the verdicts of all witnesses, the difference is not confirmed.
      if (signal.aborted) return null;
      if (isContradicted === null) this.isUnjudged = true;
      else if (isContradicted) this.isDisputed = true;
      if (isContradicted !== false) continue;
      return { type: 'different', test, result, tried: this.tried };
    }
    return null;
  }

  /**
   * Whether the output of the accepted program is not the only right one: another accepted program, which passes the
   * tests, has another, or the same program has one if its sets have another order. Null if the judge failed on one.
   */
  async #isContradicted(task: JudgeTask): Promise<boolean | null> {
    const verdictOf = async (code: string) =>
      (await runProgram(this.#runner, code, task)).results[0]?.verdict;
    const [same, ...others] = inOtherOrders(this.#accepted);
    if (same !== undefined && (await verdictOf(same)) === 'accepted')
      for (const other of others) if ((await verdictOf(other)) === 'wrong-answer') return true;
    let isKnown = true;
    for (const witness of this.#options.witnesses ?? []) {
      const verdict = await verdictOf(witness);
      if (verdict === 'accepted') continue;
      if (verdict === undefined || verdict === 'judge-error' || verdict === 'not-run') isKnown = false;
      else if ((await this.#onTests(witness, new Set([0]))).failed === null) return true;
    }
    return isKnown ? false : null;
  }

  /** Whether an outcome differs from an output in nothing but the last digits of a fraction. */
  #isClose(test: TestCase, outcome: TestOutcome): boolean {
    if (standardComparer(this.#problem) === null || !/\d\.\d|\de-/i.test(test.output)) return false;
    return passes({ ...this.#problem, checker: 'float' }, test, outcome) === true;
  }

  /** Whether two outputs differ in nothing but the case of letters, and the statement allows any. */
  #isEqualText(output: string, other: string | null): boolean {
    const isFree = this.#problem.mode === 'stdin' && allowsAnyCase(this.#problem.prompt);
    return isFree && other?.trim().toLowerCase() === output.trim().toLowerCase();
  }

  #run(
    programs: readonly string[],
    inputs: readonly string[],
    timeSeconds: number,
    alone = this.#alone,
  ): Promise<readonly (ExecutionEnd | undefined)[]> {
    const options = { signal: this.#options.signal, timeSeconds, stopsAtTimeOut: true, alone };
    return executeAll(this.#runner, this.#problem, programs, inputs, options);
  }
}
