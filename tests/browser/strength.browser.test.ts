/** The strength of tests, measured with mutants that the sandbox makes and runs. */
import { afterAll, expect, test } from 'vitest';
import { problemOf } from '../builders/problem.ts';
import { execute, executeAll } from '../../src/runs/strength/executions.ts';
import { outputOf, passes } from '../../src/runs/strength/outcomes.ts';
import { withAddedTests } from '../../src/datasets/kept-row.ts';
import { strongerTests } from '../../src/runs/strength/stronger-tests.ts';
import { measureStrength, mutantsOf, type StrengthOptions } from '../../src/runs/strength/test-strength.ts';
import { stringifyLossless } from '../../src/base/lossless-json.ts';
import { rowOfProblem } from '../../src/datasets/kept-row.ts';
import type { Problem } from '../../src/domain/problem.ts';
import type { TestStrength } from '../../src/domain/strength.ts';
import type { Widening } from '../../src/runs/strength/widenings.ts';
import { makeSandbox } from './sandbox.ts';

const runner = makeSandbox();
afterAll(() => runner.dispose());

const measured = (
  problem: Problem,
  accepted: readonly string[],
  recorded: readonly string[] = [],
  options: Partial<StrengthOptions> = {},
) =>
  measureStrength(runner, problem, accepted, recorded, { signal: new AbortController().signal, ...options });

async function strengthOf(
  ...[problem, accepted, recorded, options]: Parameters<typeof measured>
): Promise<TestStrength> {
  const result = await measured(problem, accepted, recorded, options);
  if (result.type === 'unmeasured') throw new Error(result.reason);
  return result.strength;
}

const BEST = `def best(numbers):
    # The largest sum of neighbours.
    most = now = 0
    for number in numbers:
        now = max(0, now + number)
        most = max(most, now)
    return most
`;
const best = (...tests: readonly (readonly [string, string])[]): Problem =>
  problemOf({
    mode: 'call',
    functionName: 'best',
    tests: tests.map(([input, output]) => ({ input, output })),
  });

test('tests reject mutants, and a stronger set rejects more', async () => {
  const weak = await strengthOf(best(['[[1]]', '1'], ['[[1]]', '1']), [BEST]);
  const strong = await strengthOf(
    best(['[[1]]', '1'], ['[[1]]', '1'], ['[[-1, 2, 3, -9, 4]]', '5'], ['[[3000000000]]', '3000000000']),
    [BEST],
  );
  expect(weak.mutants).toBe(weak.killed + weak.survivors.length);
  expect(strong.killed).toBeGreaterThan(weak.killed);
  expect(strong.survivors.length).toBeLessThan(weak.survivors.length);
  expect(strong.idle_tests).toEqual([]);
  // The second test is a copy of the first.
  expect(weak.smallest).toEqual([0]);
  expect(strong.smallest).not.toContain(1);
});

test('a survivor passes all tests, keeps the text of the program, and names its line', async () => {
  const problem = best(['[[1]]', '1']);
  const { survivors } = await strengthOf(problem, [BEST]);
  expect(survivors.length).toBeGreaterThan(3);
  const verdicts: (boolean | null)[] = [];
  await execute(
    runner,
    problem,
    survivors.map(({ code }) => code),
    survivors.map((_, program) => ({ program, input: '[[1]]' })),
    {
      signal: new AbortController().signal,
      onEnd: (index, { outcome }) => (verdicts[index] = passes(problem, problem.tests[0]!, outcome)),
    },
  );
  expect(verdicts).toEqual(survivors.map(() => true));
  for (const { code, change, line } of survivors) {
    expect(code).toContain('# The largest sum of neighbours.');
    expect(change).not.toBe('');
    expect(line).toBeGreaterThan(0);
  }
});

const KINDS = `import sys
def f(n, rows, text):
    total = 0
    least = float("inf")
    for i in range(n):
        seen = []
        if i < 3 and text:
            total += i * 2
        elif i == 7:
            continue
        else:
            seen.append(i // 2)
        rows.sort(key=len, reverse=True)
        least = min(least, i - total)
        while total >= 9:
            total = total % 7
            break
    return sorted(rows[1:n])
if len(sys.argv) > 3:
    f(3, [], "")
`;

test('every kind of fault is among the mutants', async () => {
  // The program prints nothing, whatever is changed.
  const { survivors } = await strengthOf(problemOf({ tests: [{ input: '', output: '' }] }), [KINDS]);
  const changes = survivors.map(({ change }) => change);
  for (const change of [
    'i < 3 became i <= 3',
    '3 became 2',
    "least = float('inf') became least = 0",
    'the loop ends in its first turn: for i in range(n):',
    'never taken: if i < 3 and text:',
    'always taken: if i < 3 and text:',
    'without its else: if i < 3 and text:',
    'i - total became total - i',
    'rows.sort(key=len, reverse=True) became rows.sort(reverse=True)',
    'rows.sort(key=len, reverse=True) became rows.sort(key=len)',
    'i // 2 became int(i / 2)',
    'moved before the loop: seen = []',
    'i * 2 became i * 2 & 2147483647',
    'dropped: total += i * 2',
    'i < 3 and text became i < 3 or text',
    'min(least, i - total) became max(least, i - total)',
    'rows[1:n] became rows[1:n + 1]',
    'range(n) became range(1, n)',
    'seen.append(i // 2) became seen.insert(0, i // 2)',
    'total % 7 became total',
    'continue became break',
  ])
    expect(changes).toContain(change);
});

test('recorded wrong answers count, and one that passes is a survivor', async () => {
  const wrong = ['def best(numbers):\n    return numbers[0]', 'def best(numbers):\n    return 7'];
  const { survivors } = await strengthOf(best(['[[1]]', '1']), [BEST], wrong);
  expect(survivors.filter(({ origin }) => origin === 'recorded').map(({ code }) => code)).toEqual([wrong[0]]);
});

test('a mutant that hangs on one test is killed by a later one', async () => {
  const countdown = 'n = int(input())\nwhile n > 0:\n    n -= 1\nprint(n)';
  const tests = [
    { input: '5', output: '0' },
    { input: '-5', output: '-5' },
  ];
  // On 5 it counts up for ever.
  const recorded = 'n = int(input())\nwhile n > 0:\n    n += 1\nprint(0)';
  const only = await strengthOf(problemOf({ tests: tests.slice(0, 1) }), [countdown], [recorded]);
  const both = await strengthOf(problemOf({ tests }), [countdown], [recorded]);
  // Mutants that count up and print n are still left out.
  expect(only.left_out.hanging).toBeGreaterThan(both.left_out.hanging);
  expect(both.left_out.hanging).toBeGreaterThan(0);
});

test('a mutant that hangs counts neither as killed nor as a survivor', async () => {
  const countdown = 'n = int(input())\nwhile n > 0:\n    n -= 1\nprint(n)';
  const {
    left_out: leftOut,
    survivors,
    mutants,
    killed,
  } = await strengthOf(problemOf({ tests: [{ input: '5', output: '0' }] }), [countdown]);
  expect(leftOut.hanging).toBeGreaterThan(0);
  expect(mutants).toBe(killed + survivors.length);
  expect(survivors.map(({ change }) => change)).not.toContain('dropped: n -= 1');
});

test('fewer mutants are spread over the lines, and a seed gives the same ones', async () => {
  const problem = best(['[[1]]', '1']);
  const some = await strengthOf(problem, [BEST], [], { most: 12, seed: 5 });
  expect(some.mutants + some.left_out.hanging).toBe(12);
  expect(await strengthOf(problem, [BEST], [], { most: 12, seed: 5 })).toEqual(some);
});

test.each([
  ['def best(numbers):\n    return 2', /The accepted program fails test 1/],
  ['import random\ndef best(numbers):\n    return 1 + (random.random() < 0)', null],
  ['import time\ndef best(numbers):\n    return 1, time.perf_counter()', /fails test 1/],
  ['def best(numbers):\n    return 1 if', /fails test 1/],
])('the accepted program %j', async (program, reason) => {
  const result = await measured(best(['[[1]]', '1']), [program]);
  if (reason === null) expect(result.type).toBe('measured');
  else expect(result.type === 'unmeasured' && result.reason).toMatch(reason);
});

test('a program of chance whose outputs pass is told by its two outputs', async () => {
  const chance =
    'import random\nprint(random.choice(["1.0", "1.00", "1.000", "1.0000"]) * 1 + "0" * random.randrange(9))';
  const result = await measured(problemOf({ tests: [{ input: '', output: '1' }] }), [chance]);
  expect(result.type === 'unmeasured' && result.reason).toMatch(/depends on chance or on time/);
});

const OTHER = `def best(numbers):
    sums = [0]
    for at in range(len(numbers)):
        for end in range(at, len(numbers)):
            sums.append(sum(numbers[at : end + 1]))
    return max(sums)
`;
/** Right but for one input. */
const NEARLY = `${OTHER.replace('return max(sums)', 'return max(sums) + (numbers == [5, -9, 7])')}`;
const INPUTS = ['[[]]', '[[5, -9, 7]]', '[[1]]', '[[-3]]', '["text"]', '[[2, 4, -1, 3]]', '[[-3]]'];

const inTurn = (inputs: readonly string[]) => {
  let at = 0;
  const next = () => inputs[at++ % inputs.length]!;
  return { next, widenings: [], widened: () => ({ next }) };
};

async function strengthened(accepted: readonly string[]) {
  const problem = best(['[[1]]', '1']);
  const { survivors } = await strengthOf(problem, [BEST]);
  const { signal } = new AbortController();
  return {
    problem,
    survivors,
    result: await strongerTests(runner, problem, accepted, survivors, { signal, inputs: inTurn(INPUTS) }),
  };
}

test('tests are added on which two accepted programs agree and that reject a survivor', async () => {
  const { problem, survivors, result } = await strengthened([BEST, OTHER]);
  if (result.type === 'unchanged') throw new Error(result.reason);
  const outputs = new Map(result.added.map(({ input, output }) => [input, output]));
  expect(outputs.get('[[5, -9, 7]]')).toBe('7');
  // Both fail on a text, and the problem has the other test already.
  expect([...outputs.keys()]).not.toContain('["text"]');
  expect([...outputs.keys()]).not.toContain('[[1]]');
  for (const { agreed, rejects } of result.added) {
    expect(agreed).toBe(2);
    expect(rejects).toBeGreaterThan(0);
  }
  const stronger = withAddedTests(problem, result.added);
  expect((await strengthOf(stronger, [BEST])).survivors.length).toBeLessThan(survivors.length);
  const row = stringifyLossless(rowOfProblem(stronger));
  expect(JSON.parse(row)).toMatchObject({
    tests: stronger.tests.map(({ input, output }) => ({
      input: JSON.parse(input) as unknown,
      output: JSON.parse(output) as unknown,
    })),
    meta: {
      added_tests: [
        { test: 1, source: 'allpass strength', accepted_programs: 2 },
        ...result.added.slice(1).map(() => ({})),
      ],
    },
  });
  // The problem itself keeps its tests.
  expect(problem.tests.length).toBe(1);
});

test('some programs take a value for another of its type', async () => {
  const { signal } = new AbortController();
  const given = { functionName: 'size', inputs: ['[["ab"]]', '[["abc", "d"]]'] };
  const code = 'def size(texts):\n    return sum(map(len, texts))\n';
  const made = await mutantsOf(runner, [code], 200, 1, signal, given);
  if ('reason' in made) throw new Error(made.reason);
  const changes = made.mutants.map(({ change }) => change);
  expect(changes.some((change) => change.startsWith('takes each int'))).toBe(false);
  const problem = problemOf({ mode: 'call', functionName: 'size' });
  for (const [change, output] of [
    ['takes each str x for x.strip()', '4'],
    ['takes each list x for x[:1]', '2'],
  ] as const) {
    const mutant = made.mutants.find((each) => each.change === change)!;
    const [own, other] = await executeAll(runner, problem, [code, mutant.code], ['[["b ", "abc"]]'], {
      signal,
    });
    expect(outputOf(own!.outcome)).toBe('5');
    expect(outputOf(other!.outcome)).toBe(output);
  }
});

test('inputs of a way on which accepted programs differ are not added, of others they are', async () => {
  const problem = best(['[[1]]', '1']);
  const { survivors } = await strengthOf(problem, [BEST]);
  // It differs on negative numbers.
  const other = `${OTHER.replace('return max(sums)', 'return max(sums) + (min(numbers, default=0) < -5)')}`;
  const sources: Readonly<Record<string, readonly string[]>> = {
    negative: ['[[-7, 9]]', '[[-1, 9]]', '[[-2, 4]]'],
    long: ['[[2, 4, 3]]', '[[2, 4, 9]]'],
  };
  const inputs = {
    next: () => '',
    widenings: ['negative', 'long'].map((kind) => ({ field: 0, kind, programs: 5 })),
    widened: ([way]: readonly Widening[]) => inTurn(sources[way!.kind]!),
  };
  const { signal } = new AbortController();
  const accepted = [BEST, other, ...['a', 'b', 'c'].map((name) => OTHER.replaceAll('sums', name))];
  const result = await strongerTests(runner, problem, accepted, survivors, { signal, inputs });
  if (result.type === 'unchanged') throw new Error(result.reason);
  const added = result.added.map(({ input }) => input);
  expect(added).not.toContain('[[-1, 9]]');
  expect(added.length).toBeGreaterThan(0);
  for (const input of added) expect(sources['long']).toContain(input);
  // Four programs are too few to show what is allowed.
  const few = await strongerTests(runner, problem, accepted.slice(1), survivors, { signal, inputs });
  expect(few.type).toBe('unchanged');
});

test('an input on which accepted programs differ is not added', async () => {
  const { result } = await strengthened([BEST, OTHER, NEARLY]);
  expect(result.type === 'stronger' && result.added.map(({ input }) => input)).not.toContain('[[5, -9, 7]]');
});

test.each([
  [[], /No accepted program is known, and a new test needs two/],
  [[BEST], /Only one accepted program is known/],
  [[BEST, `# The same.\n${BEST}\n`], /Only one accepted program is known/],
  [[BEST, 'def best(numbers):\n    return 0'], /The accepted program 2 fails test 1/],
])('no test is added, and the reason is one sentence', async (accepted, reason) => {
  const { result } = await strengthened(accepted);
  expect(result.type === 'unchanged' && result.reason).toMatch(reason);
});
