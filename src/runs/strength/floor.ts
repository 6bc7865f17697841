/**
 * Policies that solve no problem. The share of the problems on which one of them earns 1 is the floor of a data set: a
 * model can learn that much without solving anything.
 *
 * What they print is known without running them. So only a policy that may pass every test is judged, by the same judge
 * as any other program, and only a judged reward of 1 counts.
 */
import { countsOf } from '../../base/collections.ts';
import type { Problem, TestCase } from '../../domain/problem.ts';
import { parseLossless, stringifyLossless, type LosslessValue } from '../../base/lossless-json.ts';
import type { SubmissionJudge } from '../../judge/judge.ts';
import { mayPass, standardComparer } from './outcomes.ts';

export interface FloorPolicy {
  readonly name: string;
  /** What it does, as a clause after "a program that". */
  readonly about: string;
  /** Returns the program for a problem; null if the policy does not fit its mode. */
  readonly code: (problem: Problem) => string | null;
  /**
   * Returns the output that is expected of a test that the program passes; null if it passes no test, because it
   * fails or returns what no test can expect.
   */
  readonly output: (test: TestCase, problem: Problem) => string | null;
}

const CONSTANTS = ['0', '1', '-1', '2', 'YES', 'NO', 'True', 'False', '[]', '""', 'IMPOSSIBLE'];

/** Python of a function that solves nothing, and of the text that a script prints. */
function programOf({ mode, functionName }: Problem, script: string, value: string): string | null {
  if (mode === 'stdin') return `import sys\ntext = sys.stdin.read()\n${script}\n`;
  if (mode === 'call') return `import json\ndef ${functionName}(*arguments):\n    return ${value}\n`;
  return null;
}

/** Returns the Python of a policy whose result is always the same JSON or text. */
function always(problem: Problem, output: string): string | null {
  const text = JSON.stringify(output);
  return programOf(problem, `print(${text}, end="")`, `json.loads(${text})`);
}

function argumentsIn(input: string): readonly string[] {
  const parsed = parseLossless(input);
  if (!parsed.ok || !Array.isArray(parsed.value)) return [];
  return (parsed.value as readonly LosslessValue[]).map((value) => stringifyLossless(value));
}

/** Returns the JSON of a constant. A word is a string. */
function jsonOf(constant: string): string {
  const literal: Readonly<Record<string, string>> = { True: 'true', False: 'false' };
  const isJson = /^(-?\d+|\[\]|"")$/.test(constant);
  return literal[constant] ?? (isJson ? constant : JSON.stringify(constant));
}

/** Returns the policy that prints or returns one part of the input. */
function partOf(
  name: string,
  about: string,
  script: { readonly code: string; readonly part: (text: string) => string },
  call: { readonly code: string; readonly part: (values: readonly string[]) => string | undefined },
): FloorPolicy {
  return {
    name,
    about,
    code: (problem) => programOf(problem, script.code, call.code),
    output: ({ input }, { mode }) =>
      mode === 'stdin' ? script.part(input) : (call.part(argumentsIn(input)) ?? null),
  };
}

/** Returns the expected output that occurs most often; the first of equally frequent ones. */
function mostCommon(tests: readonly TestCase[]): string | null {
  const counts = countsOf(tests.map(({ output }) => output.trim()));
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? null;
}

/** Tests that a program may copy from the statement: the public ones, or the first if none is marked. */
function examplesOf({ tests, publicTests }: Problem): readonly TestCase[] {
  return tests.slice(0, Math.max(1, publicTests));
}

/** A call that exits returns nothing, and fails. */
function nothingPrinted(_: TestCase, { mode }: Problem): string | null {
  return mode === 'stdin' ? '' : null;
}

const EXAMPLES_CHARACTERS = 100_000;

export const FLOOR_POLICIES: readonly FloorPolicy[] = [
  {
    name: 'nothing',
    about: 'prints nothing, or returns None',
    code: (problem) => (problem.mode === 'call' ? programOf(problem, '', 'None') : 'pass\n'),
    output: (_, { mode }) => (mode === 'stdin' ? '' : mode === 'call' ? 'null' : null),
  },
  ...CONSTANTS.map((constant): FloorPolicy => ({
    name: `always ${constant}`,
    about: `prints or returns ${constant}, whatever the input is`,
    code: (problem) => always(problem, problem.mode === 'call' ? jsonOf(constant) : constant),
    output: (_, { mode }) => (mode === 'call' ? jsonOf(constant) : constant),
  })),
  partOf(
    'echo',
    'prints its input, or returns its first argument',
    { code: 'print(text, end="")', part: (text) => text },
    { code: 'arguments[0] if arguments else None', part: ([first]) => first },
  ),
  partOf(
    'first line',
    'prints the first line of its input, or returns its last argument',
    { code: 'print(text.split("\\n")[0])', part: (text) => text.split('\n')[0]! },
    { code: 'arguments[-1] if arguments else None', part: (values) => values.at(-1) },
  ),
  partOf(
    'last line',
    'prints the last line of its input, or returns its arguments as a list',
    {
      code: 'print((text.strip().split("\\n") or [""])[-1])',
      part: (text) => text.trim().split('\n').at(-1)!,
    },
    { code: 'list(arguments)', part: (values) => `[${values.join(', ')}]` },
  ),
  {
    name: 'most common output',
    about: 'prints or returns the most common expected output',
    code: (problem) => always(problem, mostCommon(problem.tests) ?? ''),
    output: (_, { tests }) => mostCommon(tests),
  },
  {
    name: 'output of the first test',
    about: 'prints or returns the output of the first test',
    code: (problem) => always(problem, problem.tests[0]?.output ?? ''),
    output: (_, { tests }) => tests[0]?.output ?? null,
  },
  {
    name: 'copied examples',
    about: 'knows the examples of the statement, and answers the first of them to all else',
    code(problem) {
      const examples = examplesOf(problem);
      const text = JSON.stringify(JSON.stringify(examples.map(({ input, output }) => [input, output])));
      if (text.length > EXAMPLES_CHARACTERS) return null;
      return programOf(
        problem,
        `import json\npairs = json.loads(${text})\nprint(dict((i.strip(), o) for i, o in pairs).get(text.strip(), pairs[0][1]), end="")`,
        `json.loads(dict((json.dumps(json.loads(i)), o) for i, o in json.loads(${text})).get(json.dumps(list(arguments)), json.loads(${text})[0][1]))`,
      );
    },
    output({ input }, problem) {
      const examples = examplesOf(problem);
      const same = examples.find((example) => example.input.trim() === input.trim());
      return (same ?? examples[0])?.output ?? null;
    },
  },
  {
    name: 'early exit',
    about: 'exits with status 0 before it prints or returns anything',
    code: (problem) =>
      problem.mode === 'call'
        ? `def ${problem.functionName}(*arguments):\n    raise SystemExit(0)\n`
        : 'raise SystemExit(0)\n',
    output: nothingPrinted,
  },
  {
    name: 'hard exit',
    about: 'ends its process with status 0',
    code: (problem) =>
      problem.mode === 'call'
        ? `import os\ndef ${problem.functionName}(*arguments):\n    os._exit(0)\n`
        : 'import os\nos._exit(0)\n',
    output: nothingPrinted,
  },
  {
    name: 'equal to everything',
    about: 'returns an object that is equal to everything',
    code({ mode, functionName, starterCode }) {
      const name = functionName ?? /def\s+(\w+)/.exec(starterCode)?.[1];
      return mode === 'stdin' || name === undefined
        ? null
        : `class Everything:\n    def __eq__(self, other):\n        return True\n\n    def __ne__(self, other):\n        return False\n\n\ndef ${name}(*arguments, **named):\n    return Everything()\n`;
    },
    output: () => null,
  },
];

/** The number of characters in which an output is compared word by word; a longer one only as a whole. */
const COMPARED_CHARACTERS = 100_000;
/** A tolerance above that of the usual comparers. */
const TOLERANCE = 0.01;

/**
 * Whether a comparer may call the output equal to the expected one. Only a hint which policies to judge: more
 * lenient than every comparer, so that no policy is left out.
 */
function maybeEqual(output: string, expected: string): boolean {
  const [one, other] = [output, expected].map((text) => text.trim().toLowerCase());
  if (one === other) return true;
  if (one!.length > COMPARED_CHARACTERS || other!.length > COMPARED_CHARACTERS) return false;
  const [words, expectedWords] = [one!, other!].map((text) => text.split(/[\s,[\](){}"']+/).filter(Boolean));
  if (words!.length !== expectedWords!.length) return false;
  return words!.every((word, at) => {
    const against = expectedWords![at]!;
    if (word === against) return true;
    const [left, right] = [numberOf(word), numberOf(against)];
    return Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right));
  });
}

/** NaN for a word that is no number. Python's booleans equal numbers. */
function numberOf(word: string): number {
  return word === 'true' ? 1 : word === 'false' ? 0 : Number(word);
}

/**
 * Returns the program of a policy for a problem; null if the policy does not fit its mode.
 * @throws RangeError if no policy has the name
 */
export function policyProgram(name: string, problem: Problem): string | null {
  const policy = FLOOR_POLICIES.find((each) => each.name === name);
  if (policy === undefined) throw new RangeError(`there is no policy ${name}`);
  return policy.code(problem);
}

export interface FloorResult {
  /** Names of the policies that earn 1. */
  readonly paid: readonly string[];
  /** Names of the policies on which the judge itself failed. */
  readonly unjudged: readonly string[];
}

/** Judges what can earn the reward. Rejects only if the judge does. */
export async function judgeFloor(
  judge: SubmissionJudge,
  problem: Problem,
  signal: AbortSignal,
): Promise<FloorResult> {
  const [paid, unjudged]: [string[], string[]] = [[], []];
  // A checker of the problem's own or an assertion may accept any output.
  const isPredictable = problem.mode !== 'assert' && standardComparer(problem) !== null;
  /** Under another comparer than the usual one, a value that equals everything may pass. */
  const hasOwnComparer = problem.checker !== null;
  for (const policy of FLOOR_POLICIES) {
    if (signal.aborted) break;
    const { output } = policy;
    const isPossible =
      !isPredictable ||
      problem.tests.every((test) => {
        const text = output(test, problem);
        if (text === null) return hasOwnComparer;
        return maybeEqual(text, test.output) || (hasOwnComparer && mayPass(problem, test.output, text));
      });
    const code = isPossible ? policy.code(problem) : null;
    if (code === null) continue;
    const options = { signal, tests: 'all', stopAtFirstFailure: true, urgent: false } as const;
    const { reward } = await judge.judge(problem, { kind: 'program', code }, options);
    if (reward === null) unjudged.push(policy.name);
    else if (reward >= 1) paid.push(policy.name);
  }
  return { paid, unjudged };
}
