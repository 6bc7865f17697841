/** Tests that a user writes for a task of the lab, and what the policy learns from them. */
import type { StepReport } from '../../../lab/lab-host.ts';
import { makeTasks, type Input, type OwnTests, type Task } from '../../../lab/tasks/tasks.ts';
import { readOrder, type LabOrder } from '../state/lab-order.ts';

/** A test: two arguments, and the value that the user expects. */
export interface OwnTest extends Input {
  readonly expected: number;
}

export const MOST_TESTS = 8;
/** A score is given for at most this number of tests. */
export const SCORED_TESTS = 3;
export const LARGEST = 999;
const TASKS = makeTasks({ count: 1, weak: false, brokenCopies: 0 });
export const TASK_NAMES: readonly string[] = TASKS.map(({ name }) => name);

export function rewardOrder(seed: number): LabOrder {
  return readOrder(`preset=small&seeds=1&seed=${seed}&prompts=4&group=16&minibatches=4&steps=30`);
}

export function taskOf(name: string | null): Task {
  return TASKS.find((task) => task.name === name) ?? TASKS.find((task) => task.name === 'plain max')!;
}

/** Parses a test as a user writes it, such as `f(5, 2) = 5`; null if it is none. */
export function parseTest(text: string): OwnTest | null {
  const numbers = text.match(/^\s*f?\s*\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?\s*(?:==?|,)\s*(-?\d+)\s*$/);
  if (numbers === null) return null;
  // Adding 0 turns −0 into 0, because Python's integers have no −0.
  const [a, b, expected] = numbers.slice(1).map((number) => Number(number) + 0);
  const test = { a: a!, b: b!, expected: expected! };
  return Object.values(test).every((number) => Math.abs(number) <= LARGEST) ? test : null;
}

/** Parses `5,2,5;2,7,7`. Without a valid test, returns one that many wrong programs pass. */
export function readTests(text: string, task: Task): readonly OwnTest[] {
  const tests = text.split(';').flatMap((part) => parseTest(part) ?? []);
  const first = { a: 5, b: 2 };
  return tests.length === 0 ? [{ ...first, expected: task.answer(first) }] : tests.slice(0, MOST_TESTS);
}

export function writeTests(tests: readonly OwnTest[]): string {
  return tests.map(({ a, b, expected }) => `${a},${b},${expected}`).join(';');
}

export function ownTestsOf(task: Task, tests: readonly OwnTest[]): OwnTests {
  return {
    task: task.name,
    tests: tests.map(({ a, b, expected }) => ({
      input: JSON.stringify([a, b]),
      output: JSON.stringify(expected),
    })),
  };
}

/** Returns the program that earned 1 most often in a step; null if none did. */
export function learnedProgram({ groups }: StepReport) {
  const paidSamples = groups.flatMap(({ samples }) => samples.filter(({ reward }) => reward === 1));
  const counts = new Map<string, number>();
  for (const { program } of paidSamples) counts.set(program, (counts.get(program) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return null;
  const [program, count] = most;
  return { program, count, isRight: paidSamples.find((sample) => sample.program === program)!.isRight };
}

/** Steps at the end of a run whose mean is the score. */
const SCORED_STEPS = 5;

/** Returns the share of right programs at the end of a run, in per cent; null if the judge failed. */
export function scoreOf(steps: readonly StepReport[]): number | null {
  const rates = steps.slice(-SCORED_STEPS).flatMap(({ row }) => row.true_pass_rate ?? []);
  if (rates.length === 0) return null;
  return Math.round((100 * rates.reduce((sum, rate) => sum + rate, 0)) / rates.length);
}
