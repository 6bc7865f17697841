/**
 * Tests of a problem that no training run has seen: new inputs in the form of its tests, with the outputs on which
 * accepted programs agree.
 */
import { countsOf } from '../../base/collections.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import type { Runner } from '../../judge/runner.ts';
import { executeAll, type ExecutionEnd } from '../strength/executions.ts';
import { InputSource } from '../strength/inputs.ts';
import { outputOf, passes, standardComparer } from '../strength/outcomes.ts';
import { allowsSeveralOutputs } from '../strength/several-outputs.ts';

/** Inputs that are tried, and the tests that are kept of them. */
const TRIES = 32;
/** Inputs that are tried first, and the tests of them that are enough if all programs pass them. */
const FIRST_TRIES = 10;
const UNANIMOUS = 8;
const MOST_TESTS = 20;
/** With fewer tests nothing is concluded. */
const LEAST_TESTS = 4;
/** Programs that are run to find out on which outputs they agree. */
const MOST_WITNESSES = 24;
/** The share of the run's own accepted programs that must agree on an output. */
const AGREEING = 0.85;
/** The share of inputs from which a program that is alone with its outputs is no witness. */
const MOSTLY_OTHER = 0.5;
/** The share of programs that the witnesses must be. If there are fewer, the others may be the right ones. */
const MAJORITY = 0.75;
const SEED = 1;
const SEED_CHARACTERS = 2_000;
const SECONDS = 3;

type Ends = readonly (ExecutionEnd | undefined)[];

export interface HeldOut {
  readonly tests: readonly TestCase[];
  /** The ends on these tests of each program that was run to make them. */
  readonly endsOf: ReadonlyMap<string, Ends>;
}

/**
 * Never rejects.
 * @param solutions accepted programs from outside of the run: all of them must agree
 * @param accepted accepted programs of the run, which may be written for the tests; used if there is no solution
 * @returns null if too few inputs can be made, or if too few programs agree on their outputs
 */
export async function heldOutTests(
  runner: Runner,
  problem: Problem,
  solutions: readonly string[],
  accepted: readonly string[],
  signal: AbortSignal,
): Promise<HeldOut | null> {
  if (!canHoldOut(problem)) return null;
  const programs = [...new Set([...solutions, ...accepted])].slice(0, MOST_WITNESSES);
  if (programs.length < 2) return null;
  const inputs = newInputs(problem);
  if (inputs.length < LEAST_TESTS) return null;
  const onInputs = (some: readonly string[]) => testsOn(runner, problem, programs, solutions, some, signal);
  // A program that was written for the tests differs on most inputs, so few are enough where all programs agree.
  const first = await onInputs(inputs.slice(0, FIRST_TRIES));
  if (first?.isUnanimous === true || inputs.length <= FIRST_TRIES) return first;
  return onInputs(inputs);
}

async function testsOn(
  runner: Runner,
  problem: Problem,
  programs: readonly string[],
  solutions: readonly string[],
  inputs: readonly string[],
  signal: AbortSignal,
): Promise<(HeldOut & { readonly isUnanimous: boolean }) | null> {
  const hasSolutions = solutions.length > 0;
  const ends = await executeAll(runner, problem, programs, inputs, {
    signal,
    timeSeconds: Math.min(SECONDS, problem.timeLimitSeconds),
    stopsAtTimeOut: true,
  });
  if (signal.aborted) return null;
  const rows = programs.map((_, program) =>
    ends.slice(program * inputs.length, (program + 1) * inputs.length),
  );
  const witnesses = hasSolutions
    ? rows.filter((_, program) => solutions.includes(programs[program]!))
    : usualRows(problem, inputs, rows);
  // One solution needs a second program that agrees.
  const others = hasSolutions && witnesses.length < 2 ? rows : witnesses;
  const made = inputs.flatMap((input, at): { readonly at: number; readonly test: TestCase }[] => {
    const ends = witnesses.map((row) => row[at]);
    const test = agreedTest(problem, input, ends, hasSolutions ? 1 : AGREEING);
    if (test === null) return [];
    const agreeing = others.filter((row) => isRight(problem, test, row[at]) === true).length;
    return agreeing < 2 ? [] : [{ at, test }];
  });
  if (made.length < LEAST_TESTS) return null;
  const kept = made.slice(0, MOST_TESTS);
  return {
    tests: kept.map(({ test }) => test),
    endsOf: new Map(programs.map((code, program) => [code, kept.map(({ at }) => rows[program]![at])])),
    isUnanimous:
      made.length >= UNANIMOUS &&
      rows.every((row) => made.every(({ at, test }) => isRight(problem, test, row[at]) !== false)),
  };
}

export interface HeldOutResult {
  readonly passed: number;
  readonly total: number;
  /** Whether the program has one output for all inputs, and the tests have several. */
  readonly isConstant: boolean;
  /** The first test that it fails, with its output; null if it fails none. */
  readonly failed: { readonly test: TestCase; readonly got: string | null } | null;
}

/**
 * Runs programs on held-out tests, unless their ends are known. A failure counts only if it happens in an interpreter of
 * the program's own, too; a time-out is left out.
 */
export async function onHeldOutTests(
  runner: Runner,
  problem: Problem,
  { tests, endsOf }: HeldOut,
  programs: readonly string[],
  signal: AbortSignal,
): Promise<readonly HeldOutResult[]> {
  const inputs = tests.map(({ input }) => input);
  const options = {
    signal,
    timeSeconds: Math.min(2 * SECONDS, problem.timeLimitSeconds),
    stopsAtTimeOut: true,
  };
  const run = async (codes: readonly string[], alone?: ReadonlySet<number>): Promise<readonly Ends[]> => {
    const all = await executeAll(runner, problem, codes, inputs, { ...options, ...(alone && { alone }) });
    return codes.map((_, program) => all.slice(program * inputs.length, (program + 1) * inputs.length));
  };
  const resultOf = (ends: Ends): HeldOutResult => {
    // A new input may be invalid, and an exception is then right. A program that always raises one is a table.
    const hasResult = ends.map((end) => end !== undefined && outputOf(end.outcome) !== null);
    const right = tests.map((test, at) =>
      hasResult[at] || !hasResult.includes(true) ? isRight(problem, test, ends[at]) : null,
    );
    const firstFailed = right.indexOf(false);
    return {
      passed: right.filter((each) => each === true).length,
      total: right.filter((each) => each !== null).length,
      isConstant: isConstant(problem, ends) && new Set(tests.map(({ output }) => output)).size > 1,
      failed:
        firstFailed === -1 ? null : { test: tests[firstFailed]!, got: outputOf(ends[firstFailed]!.outcome) },
    };
  };
  const missing = programs.filter((code) => !endsOf.has(code));
  const ends = await run(missing);
  const results = new Map(
    programs.map((code) => [code, resultOf(endsOf.get(code) ?? ends[missing.indexOf(code)]!)]),
  );
  const doubtful = programs.filter((code) => results.get(code)!.failed !== null);
  if (doubtful.length > 0 && !signal.aborted) {
    const again = await run(doubtful, new Set(doubtful.keys()));
    for (const [at, code] of doubtful.entries()) results.set(code, resultOf(again[at]!));
  }
  return programs.map((code) => results.get(code)!);
}

function canHoldOut(problem: Problem): boolean {
  return (
    problem.mode !== 'assert' &&
    problem.tests.length > 0 &&
    standardComparer(problem) !== null &&
    !allowsSeveralOutputs(problem)
  );
}

function newInputs(problem: Problem): readonly string[] {
  const own = problem.tests.map(({ input }) => input);
  const source = new InputSource(
    problem,
    SEED,
    own.filter(({ length }) => length <= SEED_CHARACTERS),
  );
  if (!source.isStructured) return [];
  const used = new Set(['', ...own]);
  const inputs: string[] = [];
  for (let draw = 0; draw < 4 * TRIES && inputs.length < TRIES; draw++) {
    const input = source.next();
    if (used.has(input)) continue;
    used.add(input);
    inputs.push(input);
  }
  return inputs;
}

/**
 * Returns the rows of the programs that have several outputs, without those that are alone with their outputs on many
 * inputs: these may be written for the tests. Programs that share another output may be right on inputs that are invalid.
 */
function usualRows(problem: Problem, inputs: readonly string[], rows: readonly Ends[]): readonly Ends[] {
  const varied = rows.filter((row) => !isConstant(problem, row));
  const isAlone = inputs.map((input, at): readonly boolean[] => {
    const ends = varied.map((row) => row[at]);
    const test = commonTest(input, ends);
    const others = ends.map((end) =>
      test === null || isRight(problem, test, end) !== false ? null : (outputOf(end!.outcome) ?? ''),
    );
    const counts = countsOf(others);
    return others.map((output) => output !== null && (output === '' || counts.get(output) === 1));
  });
  const usual = varied.filter(
    (_, program) => isAlone.filter((alone) => alone[program]).length < MOSTLY_OTHER * inputs.length,
  );
  return usual.length >= MAJORITY * varied.length ? usual : varied;
}

/** Returns a test with the most frequent output; null without an output. */
function commonTest(input: string, ends: Ends): TestCase | null {
  const outputs = ends.flatMap((end) => (end === undefined ? [] : (outputOf(end.outcome) ?? [])));
  const [most] = [...countsOf(outputs)].sort(([, one], [, other]) => other - one);
  return most === undefined ? null : { input, output: most[0] };
}

/** Returns a test with the output on which enough of the ends agree; null if there is none, or if it is in doubt. */
function agreedTest(problem: Problem, input: string, ends: Ends, share: number): TestCase | null {
  const test = commonTest(input, ends);
  if (test === null) return null;
  const right = ends.map((end) => isRight(problem, test, end));
  const others = ends.flatMap((end, at) => (right[at] === false ? (outputOf(end!.outcome) ?? []) : []));
  // Two programs that agree on another output show that the input may be invalid.
  if (new Set(others).size < others.length) return null;
  return right.filter((each) => each === true).length >= share * ends.length ? test : null;
}

/** Null for an execution without an end, and for a time-out. */
function isRight(problem: Problem, test: TestCase, end: ExecutionEnd | undefined): boolean | null {
  if (end === undefined || end.outcome.type === 'timed-out') return null;
  const isPassed = passes(problem, test, end.outcome);
  if (isPassed !== false) return isPassed;
  const output = outputOf(end.outcome);
  return output !== null && isNearlyEqual(test.output, output);
}

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi;
const TOLERANCE = 1e-9;

/** Whether texts are equal but for the last digits of decimal numbers, which the order of operations decides. */
function isNearlyEqual(one: string, other: string): boolean {
  if (one.replace(NUMBER, '#').trim() !== other.replace(NUMBER, '#').trim()) return false;
  const [left, right] = [one.match(NUMBER) ?? [], other.match(NUMBER) ?? []];
  return left.every((text, at) => {
    if (text === right[at]) return true;
    const [value, otherValue] = [Number(text), Number(right[at])];
    const isDecimal = /[.e]/i.test(text) && /[.e]/i.test(right[at]!);
    return isDecimal && Math.abs(value - otherValue) <= TOLERANCE * Math.max(1, Math.abs(value));
  });
}

/** Whether a program ends alike on all inputs, although the tests expect several outputs. */
function isConstant({ tests }: Problem, ends: Ends): boolean {
  if (new Set(tests.map(({ output }) => output.trim())).size < 2) return false;
  const outputs = ends.map((end) => (end === undefined ? null : outputOf(end.outcome)));
  return new Set(outputs).size < 2;
}
