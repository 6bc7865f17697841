/**
 * Measures how many wrong programs the tests of a problem reject. The wrong programs are mutants of accepted ones, and
 * recorded wrong answers. A mutant that no test rejects may be equivalent: it is not told apart, never wrong.
 */
import { parseJson, isRecord } from '../../base/parse-json.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Survivor, TestStrength } from '../../domain/strength.ts';
import { VERDICT_WORDS } from '../../domain/verdict.ts';
import { runScript, wholeSource } from '../../judge/run-program.ts';
import type { Runner } from '../../judge/runner.ts';
import { eachOnEach, execute, executeAll, type ExecutionEnd } from './executions.ts';
import { outputOf, passes, standardComparer } from './outcomes.ts';
import MUTANTS from './mutants.py?raw';

export interface StrengthOptions {
  readonly signal: AbortSignal;
  /** The largest number of mutants. Default: 200. Long tests lower it. */
  readonly most?: number;
  /** Decides which mutants are chosen where there are more. Default: 1. */
  readonly seed?: number;
  /** Called as executions end. */
  readonly onProgress?: (done: number, total: number) => void;
}

export type StrengthResult = { readonly type: 'measured'; readonly strength: TestStrength } | Unmeasured;

export interface Unmeasured {
  readonly type: 'unmeasured';
  /** One sentence. */
  readonly reason: string;
  /** Whether an accepted program depends on chance or on time. */
  readonly isUnstable?: true;
  /** The object on which the judge itself failed. Another measurement may succeed. */
  readonly unjudged?: string;
}

function unmeasured(reason: string): Unmeasured {
  return { type: 'unmeasured', reason };
}

function judgeFailed(unjudged: string): Unmeasured {
  return { ...unmeasured(`The judge failed on ${unjudged}: measure again.`), unjudged };
}

/** Accepted programs that mutants are made of. */
const MOST_MUTATED = 3;
const MOST_MUTANTS = 200;
const LEAST_MUTANTS = 20;
/** The executions of one problem, and the time and the characters of input that they may need together. */
const MOST_EXECUTIONS = 30_000;
const MOST_MILLISECONDS = 120_000;
const MOST_CHARACTERS = 256 << 20;
/** The limit of a mutant, by the longest time of the accepted program. */
const LIMIT_FACTOR = 5;
const LEAST_SECONDS = 0.25;
const MUTANT_SECONDS = 30;
/** A mutant that hangs on this many tests, and is killed by none before, is left out. */
const MOST_HANGS = 4;

/** An accepted program that passes all tests here. */
export interface CheckedProgram {
  readonly code: string;
  /** Whether it passes only outside of a bundle. */
  readonly alone: boolean;
  /** The longest and the total time of its tests. */
  readonly slowest: number;
  readonly total: number;
}

/** Never rejects. */
export async function measureStrength(
  runner: Runner,
  problem: Problem,
  accepted: readonly string[],
  recorded: readonly string[],
  options: StrengthOptions,
): Promise<StrengthResult> {
  const { signal, seed = 1, onProgress } = options;
  const checked = await checkAccepted(runner, problem, accepted, signal);
  if ('reason' in checked) return checked;
  const { tests } = problem;
  const mutated = checked.slice(0, MOST_MUTATED);
  const most = Math.min(options.most ?? MOST_MUTANTS, affordable(problem, mutated));
  const sources = await mutantsOf(
    runner,
    mutated.map(({ code }) => wholeSource(code, problem)),
    most,
    seed,
    signal,
  );
  if ('reason' in sources) return sources;
  const wrong: Survivor[] = recorded.map((code) => ({ origin: 'recorded', change: '', line: 0, code }));
  const codes = new Set<string>(accepted);
  const candidates = [...sources.mutants, ...wrong].filter(({ code }) => {
    const isNew = !codes.has(code);
    codes.add(code);
    return isNew;
  });
  if (candidates.length === 0)
    return unmeasured('No mutant of the accepted program differs from it, so there is nothing to reject.');
  const alone = new Set(
    mutated.some((program) => program.alone) ? candidates.map((_, program) => program) : [],
  );
  const programs = candidates.map(({ code }) => code);
  const inputs = tests.map(({ input }) => input);
  const executions = eachOnEach(programs, inputs);
  /** Tests that reject each candidate, by index. */
  const rejecting = candidates.map((): number[] => []);
  const hanging = new Set<number>();
  const unknown = new Set<number>();
  /** Executions that were left out after a time-out of their program. */
  let left: number[] = [];
  let done = 0;
  const run = (indexes: readonly number[], isFirst: boolean): Promise<void> =>
    execute(
      runner,
      problem,
      programs,
      indexes.map((index) => executions[index]!),
      {
        signal,
        timeSeconds: secondsFor(problem, mutated),
        stopsAtTimeOut: true,
        alone,
        onEnd: (at, { outcome, milliseconds }) => {
          const index = indexes[at]!;
          const [program, test] = [Math.floor(index / tests.length), index % tests.length];
          if (isFirst) done += 1;
          if (isFirst) onProgress?.(done, executions.length);
          if (outcome.type === 'timed-out') {
            hanging.add(program);
            if (milliseconds === 0) left.push(index);
            return;
          }
          const passed = passes(problem, tests[test]!, outcome);
          if (passed === false) rejecting[program]!.push(test);
          else if (passed === null) unknown.add(program);
        },
      },
    );
  const isKilled = (program: number): boolean => rejecting[program]!.length > 0;
  await run([...executions.keys()], true);
  // Another test may kill a mutant that hangs on one.
  for (let hangs = 1; hangs < MOST_HANGS && !signal.aborted; hangs++) {
    const rest = left.filter((index) => !isKilled(Math.floor(index / tests.length)));
    left = [];
    await run(rest, false);
  }
  if (signal.aborted) return unmeasured('The measurement was stopped.');
  if (done < executions.length) return judgeFailed('some of the mutants');
  const counted = candidates.map(
    (_, program) => isKilled(program) || !(hanging.has(program) || unknown.has(program)),
  );
  const killed = candidates.filter((_, program) => isKilled(program)).length;
  return {
    type: 'measured',
    strength: {
      mutants: counted.filter(Boolean).length,
      killed,
      left_out: {
        broken: sources.broken,
        equal: sources.equal,
        hanging: counted.filter((counts) => !counts).length,
      },
      survivors: candidates.filter((_, program) => counted[program] && !isKilled(program)),
      idle_tests: tests.flatMap((_, test) => (rejecting.some((by) => by.includes(test)) ? [] : [test])),
      smallest: smallestSet(rejecting, tests.length),
    },
  };
}

/** Runs accepted programs on all tests. Returns those that can be used, or why the tests cannot be measured. */
export async function checkAccepted(
  runner: Runner,
  problem: Problem,
  accepted: readonly string[],
  signal: AbortSignal,
): Promise<readonly CheckedProgram[] | Unmeasured> {
  const { tests, mode } = problem;
  if (mode === 'assert')
    return unmeasured(
      'The tests of this problem are assertions without inputs of their own, so no mutant can be run on them one by one.',
    );
  if (standardComparer(problem) === null)
    return unmeasured(
      'A checker of its own decides the outputs of this problem, and more than one may be right, so mutants cannot be compared.',
    );
  if (tests.length === 0) return unmeasured('The problem has no tests.');
  if (accepted.length === 0)
    return unmeasured('No accepted program of this problem is known, and mutants are made of one.');
  /** Returns the ends of each program on all tests. */
  const endsOf = async (programs: readonly string[], alone: ReadonlySet<number>) => {
    const inputs = tests.map(({ input }) => input);
    const timeSeconds = 2 * problem.timeLimitSeconds;
    const options = { signal, timeSeconds, stopsAtTimeOut: true, alone };
    const ends = await executeAll(runner, problem, programs, inputs, options);
    return programs.map((_, program) => ends.slice(program * tests.length, (program + 1) * tests.length));
  };
  const failing = (ends: readonly (ExecutionEnd | undefined)[]): number =>
    tests.findIndex((test, index) => {
      const end = ends[index];
      return end === undefined || passes(problem, test, end.outcome) !== true;
    });
  // Each program runs twice, with other random numbers, so that a program with chance or clocks in it is noticed.
  const bundled = await endsOf([...accepted, ...accepted.map(withSeed)], new Set());
  if (signal.aborted) return unmeasured('The measurement was stopped.');
  const outside = [...accepted.keys()].filter((place) => failing(bundled[place]!) !== -1);
  const outsideCodes = outside.map((place) => accepted[place]!);
  const again = outside.length === 0 ? [] : await endsOf(outsideCodes, new Set(outside.keys()));
  if (signal.aborted) return unmeasured('The measurement was stopped.');
  for (const [at, place] of outside.entries()) {
    const test = failing(again[at]!);
    if (test === -1) continue;
    if (again[at]![test] === undefined) return judgeFailed('an accepted program');
    return unmeasured(
      `The accepted program${accepted.length === 1 ? '' : ` ${place + 1}`} fails test ${test + 1}, so the program or the test is wrong.`,
    );
  }
  for (const place of accepted.keys()) {
    if (outside.includes(place)) continue;
    const [one, other] = [bundled[place]!, bundled[accepted.length + place]!];
    const test = tests.findIndex((_, index) => resultOf(one[index]) !== resultOf(other[index]));
    if (test !== -1)
      return {
        ...unmeasured(
          `The accepted program prints two different outputs for test ${test + 1}: it depends on chance or on time, so its mutants cannot be compared.`,
        ),
        isUnstable: true,
      };
  }
  return accepted.map((code, place) => {
    const at = outside.indexOf(place);
    const times = (at === -1 ? bundled[place]! : again[at]!).map((end) => end!.milliseconds);
    return {
      code,
      alone: at !== -1,
      slowest: Math.max(...times),
      total: times.reduce((sum, time) => sum + time, 0),
    };
  });
}

/** The limit of one execution in seconds of this machine, for programs that should need the time of these. */
export function secondsFor({ timeLimitSeconds }: Problem, programs: readonly CheckedProgram[]): number {
  const slowest = Math.max(...programs.map((program) => program.slowest));
  return Math.min(Math.max(LEAST_SECONDS, (LIMIT_FACTOR * slowest) / 1000), 2 * timeLimitSeconds);
}

function resultOf(end: ExecutionEnd | undefined): string | null {
  return end === undefined
    ? null
    : end.outcome.type === 'returned'
      ? end.outcome.value
      : outputOf(end.outcome);
}

/** Returns the program with random numbers of another seed, if it draws any and can be changed by a line before it. */
function withSeed(code: string): string {
  const isChanged = /\brandom\b/.test(code) && !code.includes('__future__');
  return isChanged ? `__import__("random").seed(20261128)\n${code}` : code;
}

/** Returns how many mutants the time, the memory and the number of executions allow. */
export function affordable({ tests }: Problem, programs: readonly CheckedProgram[]): number {
  const characters = tests.reduce((sum, { input }) => sum + input.length, 0);
  const milliseconds = Math.max(...programs.map(({ total }) => total));
  const most = Math.min(
    MOST_EXECUTIONS / tests.length,
    MOST_MILLISECONDS / milliseconds,
    MOST_CHARACTERS / Math.max(1, characters),
  );
  return Math.max(LEAST_MUTANTS, Math.floor(most));
}

interface Mutants {
  readonly mutants: readonly Survivor[];
  readonly broken: number;
  readonly equal: number;
}

/**
 * Returns mutants of all programs together, or why there are none.
 * @param oversights makes programs that are wrong for other inputs than these, and no mutants
 */
export async function mutantsOf(
  runner: Runner,
  programs: readonly string[],
  most: number,
  seed: number,
  signal: AbortSignal,
  oversights: { readonly functionName: string; readonly inputs: readonly string[] } | null = null,
): Promise<Mutants | Unmeasured> {
  const each = Math.ceil(most / programs.length);
  const all = await Promise.all(
    programs.map(async (code) => {
      const input = JSON.stringify({ source: code, most: each, seed, oversights });
      const script = { code: MUTANTS, input, timeLimitSeconds: MUTANT_SECONDS, memoryLimitMb: 512 };
      const run = await runScript(runner, script, signal);
      if (run.type === 'judge-error') return judgeFailed('making mutants');
      // No other run ends otherwise.
      if (run.failure !== null)
        return unmeasured(
          `The mutants of an accepted program could not be made (${VERDICT_WORDS[run.failure].word.toLowerCase()}).`,
        );
      return readMutants(run.stdout ?? '');
    }),
  );
  if (signal.aborted) return unmeasured('The measurement was stopped.');
  const made: Mutants[] = [];
  for (const each of all) {
    if (each !== null && 'reason' in each) return each;
    if (each !== null) made.push(each);
  }
  if (made.length === 0)
    return unmeasured('No mutant can be made, because the ast of Python cannot read the accepted program.');
  return {
    mutants: made.flatMap(({ mutants }) => mutants),
    broken: made.reduce((sum, { broken }) => sum + broken, 0),
    equal: made.reduce((sum, { equal }) => sum + equal, 0),
  };
}

/** Returns null if the program could not be read, or the text is not of the expected form. */
function readMutants(text: string): Mutants | null {
  const answer = parseJson(text);
  if (!isRecord(answer) || !Array.isArray(answer['mutants'])) return null;
  const { broken, equal } = answer;
  const mutants = (answer['mutants'] as readonly unknown[]).flatMap((each): Survivor[] => {
    if (!isRecord(each)) return [];
    const { code, change, line } = each;
    const isMutant = typeof code === 'string' && typeof change === 'string' && typeof line === 'number';
    return isMutant ? [{ origin: 'mutant', code, change, line }] : [];
  });
  return typeof broken === 'number' && typeof equal === 'number' ? { mutants, broken, equal } : null;
}

/**
 * Returns the indexes of tests that together reject every mutant that some test rejects, in order. Greedy: the test
 * that rejects most of the rest comes first. Then tests that the others make needless are removed.
 * @param rejecting the tests that reject each mutant
 */
export function smallestSet(rejecting: readonly (readonly number[])[], testCount: number): readonly number[] {
  let left = rejecting.filter((tests) => tests.length > 0);
  const all = left;
  let chosen: number[] = [];
  while (left.length > 0) {
    const counts = new Array<number>(testCount).fill(0);
    for (const tests of left) for (const test of tests) counts[test]! += 1;
    const best = counts.indexOf(Math.max(...counts));
    chosen.push(best);
    left = left.filter((tests) => !tests.includes(best));
  }
  for (const test of [...chosen].reverse()) {
    const others = chosen.filter((other) => other !== test);
    if (all.every((tests) => tests.some((each) => others.includes(each)))) chosen = others;
  }
  return chosen.sort((one, other) => one - other);
}
