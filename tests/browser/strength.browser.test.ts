/** The strength of tests, measured with mutants that the sandbox makes and runs. */
import { afterAll, expect, test } from 'vitest';
import { problemOf } from '../builders/problem.ts';
import { execute, passes } from '../../src/runs/strength/executions.ts';
import { measureStrength, type StrengthOptions } from '../../src/runs/strength/test-strength.ts';
import type { Problem } from '../../src/domain/problem.ts';
import type { TestStrength } from '../../src/domain/strength.ts';
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
  expect(strong.idleTests).toEqual([]);
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
    expect(line).toBeGreaterThan(1);
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

test('a mutant that hangs counts neither as killed nor as a survivor', async () => {
  const countdown = 'n = int(input())\nwhile n > 0:\n    n -= 1\nprint(n)';
  const { leftOut, survivors, mutants, killed } = await strengthOf(
    problemOf({ tests: [{ input: '5', output: '0' }] }),
    [countdown],
  );
  expect(leftOut.hanging).toBeGreaterThan(0);
  expect(mutants).toBe(killed + survivors.length);
  expect(survivors.map(({ change }) => change)).not.toContain('dropped: n -= 1');
});

test('fewer mutants are spread over the lines, and a seed gives the same ones', async () => {
  const problem = best(['[[1]]', '1']);
  const some = await strengthOf(problem, [BEST], [], { most: 12, seed: 5 });
  expect(some.mutants + some.leftOut.hanging).toBe(12);
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
