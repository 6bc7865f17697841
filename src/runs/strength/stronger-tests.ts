/**
 * Adds tests to a problem. A new test is kept only if at least two accepted programs agree on its output, none of them
 * fails on it, and it rejects a program that all tests of the problem let through. Added tests are marked in the row
 * of the problem, and belong to a new set.
 */
import { countsOf } from '../../base/collections.ts';
import { distinctPrograms } from '../../datasets/prepare/solutions.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import type { AddedTest, Survivor } from '../../domain/strength.ts';
import { wholeSource } from '../../judge/run-program.ts';
import type { Runner } from '../../judge/runner.ts';
import { executeAll, inOtherOrders, type ExecutionEnd } from './executions.ts';
import { outputOf, passes, standardComparer } from './outcomes.ts';
import { allowsSeveralOutputs, isTolerant } from './several-outputs.ts';
import { affordable, checkAccepted, mutantsOf, secondsFor, type CheckedProgram } from './test-strength.ts';
import type { Widening } from './widenings.ts';

interface Source {
  /** Returns '' if there is none. */
  next(): string;
  /** The ways of which the last input was made. Default: none. */
  readonly ways?: readonly Widening[];
}

interface Inputs extends Source {
  /** Ways to inputs that the tests do not show to be valid. */
  readonly widenings: readonly Widening[];
  widened(widenings: readonly Widening[]): Source;
}

export type StrongerResult =
  | { readonly type: 'stronger'; readonly added: readonly AddedTest[] }
  /** `reason` is one sentence. `unjudged` is the object on which the judge itself failed. */
  | { readonly type: 'unchanged'; readonly reason: string; readonly unjudged?: string };

const MOST_ADDED = 20;
const TRIES = 384;
const ROUND = 64;
/** Inputs of each way beyond the tests, by which accepted programs show whether it is valid. */
const PROBES = 12;
/** Inputs that were drawn before are drawn anew at most this many times for each input of a round. */
const DRAWS = 8;
/** A survivor that this many inputs reject is run on no more inputs. */
const ENOUGH = 12;
/** A survivor that none of this many inputs rejects may be equivalent, and is run on no more. */
const HOPELESS = 320;
/** Inputs on which an accepted program times out, before the search ends: each costs the limit. */
const MOST_SLOW = 8;
/** Accepted programs that further mutants are made of, and the largest number for each. */
const MOST_MUTATED = 3;
const MUTANTS = 200;
/** Programs that are right only for inputs like those of the tests. */
const OVERSIGHTS = 300;

const NUMBER = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi;
const FRACTION = /\d\.\d*[1-9]|\de-/i;

/** Whether an output has a fraction that its input has not. Right programs compute it with other last digits. */
function hasOwnFraction({ input, output }: TestCase): boolean {
  const given = new Set((input.match(NUMBER) ?? []).map(Number));
  return (output.match(NUMBER) ?? []).some((number) => FRACTION.test(number) && !given.has(Number(number)));
}

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
    readonly inputs: Inputs;
  },
): Promise<StrongerResult> {
  const { signal, inputs } = options;
  const unchanged = (reason: string): StrongerResult => ({ type: 'unchanged', reason });
  if (standardComparer(problem) !== null && allowsSeveralOutputs(problem))
    return unchanged(
      'The statement allows several right outputs, so programs that agree on one do not show that others are wrong.',
    );
  const distinct = distinctPrograms(accepted);
  if (distinct.length < 2)
    return unchanged(
      `${distinct.length === 0 ? 'No accepted program is' : 'Only one accepted program is'} known, and a new test needs two that agree, so none is added.`,
    );
  const programs = await checkAccepted(runner, problem, distinct, signal);
  if ('reason' in programs) return { ...programs, type: 'unchanged' };
  const further = await furtherSurvivors(runner, problem, programs, signal);
  const codes = new Set(survivors.map(({ code }) => code));
  const targets = [...survivors, ...further.filter(({ code }) => !codes.has(code))];
  if (signal.aborted) return unchanged('The search for tests was stopped.');
  if (targets.length === 0) return unchanged('The tests reject every mutant, so there is nothing to add.');
  const judged = new Judged(runner, problem, programs, targets, signal);
  const drawn = new Set(['', ...problem.tests.map(({ input }) => input)]);
  /** The ways of which inputs were made. */
  const waysOf = new Map<string, readonly Widening[]>();
  const draw = (source: Source, count: number): readonly string[] => {
    const fresh: string[] = [];
    for (let draws = 0; draws < count * DRAWS && fresh.length < count; draws++) {
      const input = source.next();
      if (drawn.has(input)) continue;
      drawn.add(input);
      fresh.push(input);
      waysOf.set(input, source.ways ?? []);
    }
    return fresh;
  };
  // Each way is probed first, and then all that are valid together.
  const widenings = inputs.widenings.filter((widening) => programs.length >= widening.programs);
  const probes = widenings.flatMap((widening) =>
    draw(inputs.widened([widening]), PROBES).map((input) => ({ input, widening })),
  );
  const probed = await judged.agreedTests(
    probes.map(({ input }) => input),
    probes.map(({ widening }) => widening),
  );
  /** Ways on which the accepted programs fail, differ, or are too slow. */
  const invalid = new Set(
    probes.flatMap(({ widening }, at) =>
      probed[at] === 'invalid' || probed[at] === 'slow' ? [widening] : [],
    ),
  );
  const isAllowed = (input: string): boolean => !waysOf.get(input)!.some((way) => invalid.has(way));
  const sourcesOf = (): readonly Source[] => {
    const valid = widenings.filter((widening) => !invalid.has(widening));
    return valid.length === 0 ? [inputs] : [inputs, inputs.widened(valid)];
  };
  let sources = sourcesOf();
  let candidates: readonly Candidate[] = [];
  const rejected = targets.map(() => 0);
  let collected = 0;
  const collect = async (tests: readonly TestCase[]): Promise<void> => {
    const least = collected < HOPELESS ? 0 : 1;
    const alive = [...targets.keys()].filter(
      (index) => rejected[index]! >= least && rejected[index]! < ENOUGH,
    );
    collected += tests.length;
    const rejecting = await judged.rejecting(tests, alive);
    candidates = [...candidates, ...rejecting];
    for (const { rejects } of rejecting) for (const index of rejects) rejected[index]! += 1;
  };
  await collect(probed.filter((_, at) => !invalid.has(probes[at]!.widening)).filter(isTest));
  for (let tried = 0, slow = 0; tried < TRIES && slow < MOST_SLOW && !signal.aborted; tried += ROUND) {
    const fresh = sources.flatMap((source) => draw(source, ROUND / sources.length));
    if (fresh.length === 0 || rejected.every((count) => count >= ENOUGH)) break;
    const agreed = await judged.agreedTests(fresh);
    slow += agreed.filter((end) => end === 'slow').length;
    const judgedWays = fresh.map((input) => waysOf.get(input)!);
    const blamed = blamedWays(
      judgedWays,
      judgedWays.filter((_, at) => agreed[at] === 'invalid'),
    );
    if (blamed.length > 0) {
      // A way that is seldom invalid passes its probes.
      for (const way of blamed) invalid.add(way);
      sources = sourcesOf();
      for (const { rejects } of candidates.filter(({ input }) => !isAllowed(input)))
        for (const index of rejects) rejected[index]! -= 1;
      candidates = candidates.filter(({ input }) => isAllowed(input));
    }
    await collect(agreed.filter(isTest).filter(({ input }) => isAllowed(input)));
  }
  if (signal.aborted) return unchanged('The search for tests was stopped.');
  const chosen = await judged.confirmed(choose(candidates, targets.length));
  if (signal.aborted) return unchanged('The search for tests was stopped.');
  if (chosen.length === 0 && judged.hasFailed)
    return {
      type: 'unchanged',
      reason: 'The judge failed on some of the new inputs: measure again.',
      unjudged: 'some of the new inputs',
    };
  if (chosen.length === 0)
    return unchanged(
      'No new input on which the accepted programs agree rejects a survivor, so no test is added.',
    );
  return {
    type: 'stronger',
    added: chosen.map(({ input, output, rejects }) => ({
      input,
      output,
      agreed: programs.length,
      rejects: rejects.length,
    })),
  };
}

/**
 * Returns the ways that explain all invalid inputs, those first of which the largest share of inputs is invalid: an input
 * is made of several ways, and one of them may be at fault.
 */
function blamedWays(
  all: readonly (readonly Widening[])[],
  failed: readonly (readonly Widening[])[],
): readonly Widening[] {
  const blamed: Widening[] = [];
  const made = countsOf(all.flat());
  let left = failed.filter(({ length }) => length > 0);
  while (left.length > 0) {
    const counts = countsOf(left.flat());
    const shareOf = (way: Widening): number => counts.get(way)! / made.get(way)!;
    const worst = [...counts.keys()].reduce((one, other) => (shareOf(other) > shareOf(one) ? other : one));
    blamed.push(worst);
    left = left.filter((ways) => !ways.includes(worst));
  }
  return blamed;
}

/**
 * Returns programs that pass all tests and may be wrong: more mutants, and programs that are right only for inputs
 * like those of the tests. Many problems allow no other inputs, so the latter do not count for the strength of tests.
 */
async function furtherSurvivors(
  runner: Runner,
  problem: Problem,
  programs: readonly CheckedProgram[],
  signal: AbortSignal,
): Promise<readonly Survivor[]> {
  const { mode, functionName, tests } = problem;
  const inputs = tests.map(({ input }) => input);
  const mutated = programs.slice(0, MOST_MUTATED);
  const codes = mutated.map(({ code }) => wholeSource(code, problem));
  const most = Math.min(MUTANTS * codes.length, affordable(problem, mutated));
  const made = [await mutantsOf(runner, codes, most, 2, signal)];
  if (mode === 'call' && functionName !== null)
    made.push(
      await mutantsOf(runner, codes.slice(0, 1), Math.min(OVERSIGHTS, most), 1, signal, {
        functionName,
        inputs,
      }),
    );
  const mutants = made.flatMap((each) => ('reason' in each ? [] : each.mutants));
  const ends = await executeAll(
    runner,
    problem,
    mutants.map(({ code }) => code),
    inputs,
    { signal, timeSeconds: secondsFor(problem, mutated), stopsAtTimeOut: true },
  );
  return mutants.filter((_, program) =>
    tests.every((test, at) => {
      const end = ends[program * tests.length + at];
      return end !== undefined && passes(problem, test, end.outcome) === true;
    }),
  );
}

/**
 * Returns candidates in the order in which they are added. A survivor that fewer of the chosen ones reject counts
 * more, so that different faults are rejected first, and then each by several tests.
 */
function choose(candidates: readonly Candidate[], survivors: number): readonly Candidate[] {
  const rejected = new Array<number>(survivors).fill(0);
  const left = new Set(candidates);
  const chosen: Candidate[] = [];
  while (chosen.length < MOST_ADDED) {
    let best: Candidate | null = null;
    let bestWorth = 0;
    for (const candidate of left) {
      const worth = candidate.rejects.reduce(
        (sum, index) => sum + (rejected[index]! < ENOUGH ? 1 / 32 ** rejected[index]! : 0),
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

/**
 * 'invalid': the accepted programs fail or differ. 'slow': one of them is too slow for the input. Null: the output cannot
 * be the output of a test, or the judge failed.
 */
type Agreed = TestCase | 'invalid' | 'slow' | null;

function isTest(agreed: Agreed): agreed is TestCase {
  return agreed !== null && typeof agreed !== 'string';
}

/** Runs the accepted programs and the survivors of a problem on new inputs. */
class Judged {
  readonly #runner: Runner;
  readonly #problem: Problem;
  readonly #programs: readonly CheckedProgram[];
  readonly #survivors: readonly Survivor[];
  readonly #signal: AbortSignal;
  readonly #seconds: number;
  /** Whether the judge itself failed on an execution. */
  hasFailed = false;

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

  /**
   * Returns tests of those inputs on which all accepted programs end normally, with the same result.
   * @param ways the way of each input: after a time-out, no more inputs of its way run, and they end as slow
   */
  agreedTests(inputs: readonly string[], ways?: readonly Widening[]): Promise<readonly Agreed[]> {
    const alone = new Set(this.#programs.flatMap((program, place) => (program.alone ? [place] : [])));
    return this.#agreed(inputs, alone, ways);
  }

  /**
   * Returns the candidates on which the accepted programs agree outside of a bundle, too, and with their sets in
   * another order.
   */
  async confirmed(candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
    const inputs = candidates.map(({ input }) => input);
    const tests = (await this.#agreed(inputs, new Set(this.#programs.keys()))).filter(isTest);
    const outputs = new Map(tests.map(({ input, output }) => [input, output]));
    const agreed = candidates.filter(({ input, output }) => outputs.get(input) === output);
    const ordered = this.#programs.map(({ code }) => inOtherOrders(code)).filter(({ length }) => length > 0);
    const codes = ordered.flat();
    const ends = await this.#ends(
      codes,
      agreed.map(({ input }) => input),
      new Set(codes.keys()),
    );
    return agreed.filter((test, at) => {
      const results = codes.map((_, program) => {
        const outcome = ends[program * agreed.length + at]?.outcome;
        // A changed program may be too slow, or not run at all.
        if (outcome === undefined || outputOf(outcome) === null) return null;
        return passes(this.#problem, test, outcome);
      });
      let place = 0;
      return ordered.every(({ length }) => {
        const [same, ...others] = results.slice(place, (place += length));
        return same !== true || !others.includes(false);
      });
    });
  }

  /** Returns the tests that reject one of some survivors. A time-out rejects nothing. */
  async rejecting(tests: readonly TestCase[], survivors: readonly number[]): Promise<readonly Candidate[]> {
    const codes = survivors.map((index) => this.#survivors[index]!.code);
    const alone = new Set(this.#programs.some((program) => program.alone) ? codes.keys() : []);
    const inputs = tests.map(({ input }) => input);
    const ends = await this.#ends(codes, inputs, alone);
    return tests.flatMap((test, at): Candidate[] => {
      const rejects = survivors.filter((_, program) => {
        const outcome = ends[program * tests.length + at]?.outcome;
        if (outcome === undefined || outcome.type === 'timed-out') return false;
        return passes(this.#problem, test, outcome) === false;
      });
      return rejects.length === 0 ? [] : [{ ...test, rejects }];
    });
  }

  async #agreed(
    inputs: readonly string[],
    alone: ReadonlySet<number>,
    ways: readonly Widening[] = [],
  ): Promise<readonly Agreed[]> {
    const codes = this.#programs.map(({ code }) => code);
    const results = inputs.map((): Agreed => 'slow');
    let left = [...inputs.keys()];
    // After a time-out, a program runs on no more of the inputs: the others follow in another pass.
    for (let pass = 0; pass < MOST_SLOW && left.length > 0 && !this.#signal.aborted; pass++) {
      const places = left;
      const ends = await this.#ends(
        codes,
        places.map((place) => inputs[place]!),
        alone,
      );
      const slowWays = new Set<Widening>();
      left = places.filter((place, at) => {
        const own = codes.map((_, program) => ends[program * places.length + at]);
        const late = own.filter((end) => end?.outcome.type === 'timed-out');
        if (late.length === 0) results[place] = this.#agreedOn(inputs[place]!, own);
        else if (late.every((end) => end!.milliseconds === 0)) return true;
        else if (ways[place] !== undefined) slowWays.add(ways[place]);
        return false;
      });
      left = left.filter((place) => ways[place] === undefined || !slowWays.has(ways[place]));
    }
    return results;
  }

  #agreedOn(input: string, ends: readonly (ExecutionEnd | undefined)[]): Agreed {
    const outcomes = ends.flatMap((end) => (end === undefined ? [] : [end.outcome]));
    if (outcomes.length < ends.length) return null;
    const output = outputOf(outcomes[0]!);
    if (output === null) return outcomes[0]!.type === 'returned' ? null : 'invalid';
    const test = { input, output };
    if (!outcomes.every((outcome) => passes(this.#problem, test, outcome))) return 'invalid';
    return hasOwnFraction(test) && !isTolerant(this.#problem) ? null : test;
  }

  async #ends(
    codes: readonly string[],
    inputs: readonly string[],
    alone: ReadonlySet<number>,
  ): Promise<readonly (ExecutionEnd | undefined)[]> {
    const options = { signal: this.#signal, timeSeconds: this.#seconds, stopsAtTimeOut: true, alone };
    const ends = await executeAll(this.#runner, this.#problem, codes, inputs, options);
    if (ends.includes(undefined)) this.hasFailed = true;
    return ends;
  }
}
