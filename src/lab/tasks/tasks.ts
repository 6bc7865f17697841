/**
 * The tasks of the policy: 36 small functions of two whole numbers, made of six computations and six functions of
 * their result. A prompt is two words, such as `square max`.
 */
import {
  DEFAULT_MEMORY_LIMIT_MB,
  DEFAULT_TIME_LIMIT_SECONDS,
  type Problem,
  type TestCase,
} from '../../domain/problem.ts';
import { END_TOKEN, FUNCTION_NAME, tokensOf } from './vocabulary.ts';
import { Random } from '../../base/random.ts';

interface First {
  readonly python: string;
  /** Whether the expression needs no brackets as a factor. */
  readonly isTight: boolean;
  readonly value: (a: number, b: number) => number;
}
const FIRST_STEPS: Readonly<Record<string, First>> = {
  sum: { python: 'a + b', isTight: false, value: (a, b) => a + b },
  difference: { python: 'a - b', isTight: false, value: (a, b) => a - b },
  product: { python: 'a * b', isTight: true, value: (a, b) => a * b },
  max: { python: 'max( a , b )', isTight: true, value: Math.max },
  min: { python: 'min( a , b )', isTight: true, value: Math.min },
  remainder: { python: 'a % b', isTight: false, value: (a, b) => a - b * Math.floor(a / b) },
};
interface Then {
  /** `x` is replaced by the first expression, `X` by the same expression as a factor. */
  readonly python: string;
  readonly value: (x: number) => number;
}
const SECOND_STEPS: Readonly<Record<string, Then>> = {
  plain: { python: 'return x', value: (x) => x },
  double: { python: 'return X * 2', value: (x) => 2 * x },
  next: { python: 'return x + 1', value: (x) => x + 1 },
  absolute: { python: 'return abs( x )', value: Math.abs },
  negative: { python: 'return - X', value: (x) => -x },
  square: { python: 'c = x \n return c * c', value: (x) => x * x },
};
/** The words of prompts. The policy receives their indices. */
export const WORDS: readonly string[] = [...Object.keys(FIRST_STEPS), ...Object.keys(SECOND_STEPS)];

export interface Task {
  readonly name: string;
  /** The prompt, as indices in `WORDS`. */
  readonly words: readonly number[];
  /** A right program, `END_TOKEN` included. */
  readonly solution: readonly number[];
  /** The problem that decides the reward. */
  readonly trainingProblem: Problem;
  /** The problem that decides whether a program is right. */
  readonly truthProblem: Problem;
  /** Whether the training tests may contradict each other or the task. */
  readonly isBroken: boolean;
  /** The value that a right program returns. */
  readonly answer: (input: Input) => number;
}

/** A task with tests that a user wrote, which decide the reward. */
export interface OwnTests {
  /** Name of the task. */
  readonly task: string;
  readonly tests: readonly TestCase[];
}

/**
 * Returns the task with these tests. They may be wrong, so they show nothing about whether a program is right.
 */
export function withOwnTests(tasks: readonly Task[], { task: taskName, tests }: OwnTests): Task {
  const task = tasks.find(({ name }) => name === taskName);
  if (task === undefined) throw new RangeError(`${taskName} is no task`);
  const id = `${taskName}, own tests ${JSON.stringify(tests)}`;
  return {
    ...task,
    trainingProblem: { ...task.trainingProblem, id, tests, testCount: tests.length },
    isBroken: true,
  };
}

export interface TestRules {
  /** Number of tests that decide the reward, 1 to 30. */
  readonly count: number;
  /** Whether all inputs have a > b > 0, at most 10. Such inputs let wrong programs pass. */
  readonly weak: boolean;
  /** Number of further copies of each task with tests that contradict each other, which no program passes. */
  readonly brokenCopies: number;
}

export function makeTasks({ count, weak, brokenCopies }: TestRules): readonly Task[] {
  const inputs = (weak ? WEAK_INPUTS : STRONG_INPUTS).slice(0, count);
  const soundTasks = Object.keys(FIRST_STEPS).flatMap((firstName) =>
    Object.keys(SECOND_STEPS).map((thenName): Task => {
      const { python, isTight, value } = FIRST_STEPS[firstName]!;
      const outerStep = SECOND_STEPS[thenName]!;
      const name = `${thenName} ${firstName}`;
      // Adding 0 turns −0 into 0, because Python's integers have no −0.
      const answer = ({ a, b }: Input): number => outerStep.value(value(a, b)) + 0;
      const text = outerStep.python.replace('X', isTight ? 'x' : '( x )').replace(/\bx\b/, python);
      return {
        name,
        words: [WORDS.indexOf(firstName), WORDS.indexOf(thenName)],
        solution: [...tokensOf(text), END_TOKEN],
        trainingProblem: problemOf(
          `${name}, ${inputs.length} ${weak ? 'weak tests' : 'tests'}`,
          inputs,
          answer,
        ),
        truthProblem: problemOf(name, STRONG_INPUTS, answer),
        isBroken: false,
        answer,
      };
    }),
  );
  const brokenTasks = soundTasks.map((task) => ({
    ...task,
    isBroken: true,
    trainingProblem: withContradiction(task.trainingProblem),
  }));
  // Copies are separate tasks for the difficulty filter.
  const copies = Array.from({ length: brokenCopies }, () => brokenTasks.map((task) => ({ ...task })));
  return [soundTasks, ...copies].flat();
}

function problemOf(id: string, inputs: readonly Input[], answer: (input: Input) => number): Problem {
  const tests = inputs.map((input) => ({
    input: JSON.stringify([input.a, input.b]),
    output: JSON.stringify(answer(input)),
  }));
  return {
    id,
    title: id,
    source: 'lab',
    difficulty: null,
    mode: 'call',
    tags: [],
    testCount: tests.length,
    prompt: '',
    functionName: FUNCTION_NAME,
    starterCode: '',
    preamble: '',
    check: '',
    checker: null,
    tests,
    publicTests: 0,
    timeLimitSeconds: DEFAULT_TIME_LIMIT_SECONDS,
    memoryLimitMb: DEFAULT_MEMORY_LIMIT_MB,
    license: '',
  };
}

/** Returns the problem with its first test repeated with a different expected value. */
function withContradiction(problem: Problem): Problem {
  const [firstTest] = problem.tests;
  if (firstTest === undefined) throw new RangeError(`${problem.id} has no test to break`);
  const contradictingTest = { ...firstTest, output: JSON.stringify(Number(firstTest.output) + 1) };
  const tests = [firstTest, contradictingTest, ...problem.tests.slice(1)];
  return { ...problem, id: `${problem.id}, broken`, tests, testCount: tests.length };
}

/** An input for the programs. Inputs are the same for every seed, so that verdicts can be reused. */
export interface Input {
  readonly a: number;
  readonly b: number;
}

const STRONG_TEST_COUNT = 30;
const WEAK_TEST_COUNT = 10;
const LARGEST_INPUT = 20;

/** Inputs of both signs, small, large and equal; b is never 0. No wrong program is known to pass all of them. */
export const STRONG_INPUTS: readonly Input[] = strongInputs();

/** Inputs with a > b > 0 only. For them, `abs` changes nothing, and it is known which number is larger. */
export const WEAK_INPUTS: readonly Input[] = weakInputs();

function strongInputs(): readonly Input[] {
  const random = new Random(1, 'strong inputs');
  const chosenInputs = [
    [1, 1],
    [2, 5],
    [5, 2],
    [-3, 4],
    [4, -3],
    [-5, -2],
    [7, 7],
    [0, 3],
  ].map(([a, b]) => ({ a: a!, b: b! }));
  const randomInputs = Array.from({ length: STRONG_TEST_COUNT - chosenInputs.length }, () => {
    const [a, b] = [
      random.below(2 * LARGEST_INPUT + 1) - LARGEST_INPUT,
      random.below(2 * LARGEST_INPUT + 1) - LARGEST_INPUT,
    ];
    return { a, b: b === 0 ? 1 : b };
  });
  return [...chosenInputs, ...randomInputs];
}

function weakInputs(): readonly Input[] {
  const random = new Random(1, 'weak inputs');
  return Array.from({ length: WEAK_TEST_COUNT }, () => {
    const b = 1 + random.below(LARGEST_INPUT / 2);
    return { a: b + 1 + random.below(LARGEST_INPUT / 2), b };
  });
}
