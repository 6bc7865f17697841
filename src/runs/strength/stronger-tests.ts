/**
 * Adds tests to a problem. A new test is kept only if at least two accepted programs agree on its output, none of them
 * fails on it, and it rejects a program that all tests of the problem let through. Added tests are marked in the row
 * of the problem, and belong to a new set.
 */
import { groupBy } from '../../base/collections.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import type { AddedTest, Survivor } from '../../domain/strength.ts';
import type { Runner } from '../../judge/runner.ts';
import { executeAll, outputOf, passes, type ExecutionEnd } from './executions.ts';
import { checkAccepted, mutantsOf, secondsFor, type CheckedProgram } from './test-strength.ts';

export type StrongerResult =
  | {
      readonly type: 'stronger';
      readonly added: readonly AddedTest[];
      /** Survivors that no added test rejects. */
      readonly survivors: readonly Survivor[];
    }
  /** `reason` is one sentence. */
  | { readonly type: 'unchanged'; readonly reason: string };

const MOST_ADDED = 20;
const TRIES = 512;
const ROUND = 64;
/** Inputs that were drawn before are drawn anew at most this many times for each input of a round. */
const DRAWS = 8;
/** A survivor that this many inputs reject is run on no more inputs. */
const ENOUGH = 4;

interface Candidate extends TestCase {
  /** Indexes of the survivors that it rejects. */
  readonly rejects: readonly number[];
}

/** Never rejects. */
export async function strongerTests(
  runner: Runner,
  problem: Problem,
  accepted: readonly string[],
  survivors: readonly Survivor[],
  options: {
    readonly signal: AbortSignal;
    /** The source of new inputs, in the form of a test's input. */
    readonly inputs: { next(): string };
    /** The largest number of tests to add. Default: 20. */
    readonly most?: number;
    /** The number of inputs to try. Default: 512. */
    readonly tries?: number;
    /** Called as inputs are tried. */
    readonly onProgress?: (done: number, total: number) => void;
  },
): Promise<StrongerResult> {
  const { signal, inputs, most = MOST_ADDED, tries = TRIES, onProgress } = options;
  const unchanged = (reason: string): StrongerResult => ({ type: 'unchanged', reason });
  const distinct = distinctPrograms(accepted);
  if (distinct.length < 2)
    return unchanged(
      `${distinct.length === 0 ? 'No accepted program is' : 'Only one accepted program is'} known, and a new test needs two that agree, so none is added.`,
    );
  const programs = await checkAccepted(runner, problem, distinct, signal);
  if ('reason' in programs) return unchanged(programs.reason);
  const targets = [...survivors, ...(await narrowedSurvivors(runner, problem, programs[0]!, signal))];
  if (signal.aborted) return unchanged('The search for tests was stopped.');
  if (targets.length === 0) return unchanged('The tests reject every mutant, so there is nothing to add.');
  const judged = new Judged(runner, problem, programs, targets, signal);
  const drawn = new Set(problem.tests.map(({ input }) => input));
  const candidates: Candidate[] = [];
  const rejected = targets.map(() => 0);
  for (let tried = 0; tried < tries && !signal.aborted; tried += ROUND) {
    const fresh: string[] = [];
    for (let draw = 0; draw < ROUND * DRAWS && fresh.length < ROUND; draw++) {
      const input = inputs.next();
      if (drawn.has(input)) continue;
      drawn.add(input);
      fresh.push(input);
    }
    if (fresh.length === 0) break;
    const tests = await judged.agreedTests(fresh);
    const alive = targets.flatMap((_, index) => (rejected[index]! < ENOUGH ? [index] : []));
    const found = await judged.rejecting(tests, alive);
    for (const candidate of found) {
      candidates.push(candidate);
      for (const index of candidate.rejects) rejected[index]! += 1;
    }
    onProgress?.(Math.min(tries, tried + ROUND), tries);
    if (rejected.every((count) => count >= ENOUGH)) break;
  }
  if (signal.aborted) return unchanged('The search for tests was stopped.');
  const chosen = await judged.confirmed(choose(candidates, targets.length, most));
  if (signal.aborted) return unchanged('The search for tests was stopped.');
  if (chosen.length === 0)
    return unchanged(
      'No new input on which the accepted programs agree rejects a survivor, so no test is added.',
    );
  const caught = new Set(chosen.flatMap(({ rejects }) => rejects));
  return {
    type: 'stronger',
    added: chosen.map(({ input, output, rejects }) => ({
      input,
      output,
      agreed: programs.length,
      rejects: rejects.length,
    })),
    survivors: survivors.filter((_, index) => !caught.has(index)),
  };
}

/**
 * Returns programs that pass all tests and treat other arguments as if they were like those of the tests, e.g. without
 * their signs. Many problems allow no such arguments, so they do not count for the strength of the tests.
 */
async function narrowedSurvivors(
  runner: Runner,
  problem: Problem,
  { code, slowest, alone, total }: CheckedProgram,
  signal: AbortSignal,
): Promise<readonly Survivor[]> {
  const { mode, functionName, tests } = problem;
  if (mode !== 'call' || functionName === null) return [];
  const made = await mutantsOf(runner, [code], 0, 1, signal, functionName);
  if (typeof made === 'string') return [];
  const programs = made.mutants.map((mutant) => mutant.code);
  const ends = await executeAll(
    runner,
    problem,
    programs,
    tests.map(({ input }) => input),
    { signal, timeSeconds: secondsFor(problem, [{ code, slowest, alone, total }]), stopsAtTimeOut: true },
  );
  return made.mutants.filter((_, program) =>
    tests.every((test, at) => {
      const end = ends[program * tests.length + at];
      return end !== undefined && passes(problem, test, end.outcome) === true;
    }),
  );
}

/** Programs that differ in more than white space and comments on lines of their own. */
function distinctPrograms(programs: readonly string[]): readonly string[] {
  const groups = groupBy(programs, (code) =>
    code
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .join('\n'),
  );
  return [...groups.values()].map(([first]) => first!);
}

/**
 * Returns candidates in the order in which they are added. A survivor that fewer of the chosen ones reject counts
 * more, so that different faults are rejected first, and then each by several tests.
 */
function choose(candidates: readonly Candidate[], survivors: number, most: number): readonly Candidate[] {
  const rejected = new Array<number>(survivors).fill(0);
  const left = new Set(candidates);
  const chosen: Candidate[] = [];
  while (chosen.length < most) {
    let best: Candidate | null = null;
    let bestWorth = 0;
    for (const candidate of left) {
      const worth = candidate.rejects.reduce(
        (sum, index) => sum + (rejected[index]! < ENOUGH ? 1 / 8 ** rejected[index]! : 0),
        0,
      );
      const isShorter = best !== null && worth === bestWorth && candidate.input.length < best.input.length;
      if (worth > bestWorth || isShorter) [best, bestWorth] = [candidate, worth];
    }
    if (best === null) break;
    left.delete(best);
    chosen.push(best);
    for (const index of best.rejects) rejected[index]! += 1;
  }
  return chosen;
}

/** Runs the accepted programs and the survivors of a problem on new inputs. */
class Judged {
  readonly #runner: Runner;
  readonly #problem: Problem;
  readonly #programs: readonly CheckedProgram[];
  readonly #survivors: readonly Survivor[];
  readonly #signal: AbortSignal;
  readonly #seconds: number;

  constructor(
    runner: Runner,
    problem: Problem,
    programs: readonly CheckedProgram[],
    survivors: readonly Survivor[],
    signal: AbortSignal,
  ) {
    this.#runner = runner;
    this.#problem = problem;
    this.#programs = programs;
    this.#survivors = survivors;
    this.#signal = signal;
    this.#seconds = secondsFor(problem, programs);
  }

  /** Returns tests of those inputs on which all accepted programs end normally, with the same result. */
  agreedTests(inputs: readonly string[]): Promise<readonly TestCase[]> {
    const alone = new Set(this.#programs.flatMap((program, place) => (program.alone ? [place] : [])));
    return this.#agreed(inputs, alone);
  }

  /** Returns the candidates on which the accepted programs agree outside of a bundle, too. */
  async confirmed(candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
    const inputs = candidates.map(({ input }) => input);
    const tests = await this.#agreed(inputs, new Set(this.#programs.keys()));
    const outputs = new Map(tests.map(({ input, output }) => [input, output]));
    return candidates.filter(({ input, output }) => outputs.get(input) === output);
  }

  /** Returns the tests that reject one of some survivors. A time-out rejects nothing. */
  async rejecting(tests: readonly TestCase[], survivors: readonly number[]): Promise<readonly Candidate[]> {
    const codes = survivors.map((index) => this.#survivors[index]!.code);
    const alone = new Set(this.#programs.some((program) => program.alone) ? codes.keys() : []);
    const inputs = tests.map(({ input }) => input);
    const ends = await this.#ends(codes, inputs, alone, true);
    return tests.flatMap((test, at): Candidate[] => {
      const rejects = survivors.filter((_, program) => {
        const outcome = ends[program * tests.length + at]?.outcome;
        if (outcome === undefined || outcome.type === 'timed-out') return false;
        return passes(this.#problem, test, outcome) === false;
      });
      return rejects.length === 0 ? [] : [{ ...test, rejects }];
    });
  }

  async #agreed(inputs: readonly string[], alone: ReadonlySet<number>): Promise<readonly TestCase[]> {
    const codes = this.#programs.map(({ code }) => code);
    const ends = await this.#ends(codes, inputs, alone, false);
    return inputs.flatMap((input, at): TestCase[] => {
      const own = codes.map((_, program) => ends[program * inputs.length + at]?.outcome);
      const output = own[0] === undefined ? null : outputOf(own[0]);
      if (output === null) return [];
      const test = { input, output };
      const agree = own.every((outcome) => outcome !== undefined && passes(this.#problem, test, outcome));
      return agree ? [test] : [];
    });
  }

  #ends(
    codes: readonly string[],
    inputs: readonly string[],
    alone: ReadonlySet<number>,
    stopsAtTimeOut: boolean,
  ): Promise<readonly (ExecutionEnd | undefined)[]> {
    const options = { signal: this.#signal, timeSeconds: this.#seconds, stopsAtTimeOut, alone };
    return executeAll(this.#runner, this.#problem, codes, inputs, options);
  }
}
