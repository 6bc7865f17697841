/** Many programs in one interpreter: each execution ends as the program's own does. */
import { afterAll, expect, test } from 'vitest';
import { problemOf } from '../builders/problem.ts';
import { executeAll, type ExecuteOptions, type ExecutionEnd } from '../../src/runs/strength/executions.ts';
import { outputOf } from '../../src/runs/strength/outcomes.ts';
import type { Problem } from '../../src/domain/problem.ts';
import { makeCountedSandbox } from './sandbox.ts';

const { runner, workers } = makeCountedSandbox();
afterAll(() => runner.dispose());

const ends = (
  problem: Problem,
  programs: readonly string[],
  inputs: readonly string[],
  options: Partial<ExecuteOptions> = {},
): Promise<readonly (ExecutionEnd | undefined)[]> =>
  executeAll(runner, problem, programs, inputs, { signal: new AbortController().signal, ...options });

const shown = (end: ExecutionEnd | undefined): string | null => {
  if (end === undefined) return 'none';
  const { outcome } = end;
  return outcome.type === 'raised' ? outcome.error.name : (outputOf(outcome) ?? outcome.type);
};

const SCRIPT = problemOf({ mode: 'stdin' });
const READERS = [
  'print(int(input()) + int(input()))',
  'import sys\nprint(sum(map(int, sys.stdin)))',
  'import sys\nprint(sum(map(int, sys.stdin.buffer.read().split())))',
  'print(sum(map(int, open(0).read().split())))',
  'import os\nprint(sum(map(int, os.read(0, 1 << 20).split())))',
  'import os\nprint(sum(map(int, os.read(0, os.fstat(0).st_size).split())))',
  'import sys\nprint(sum(map(int, open("/dev/stdin"))))',
  'from sys import stdin\nprint(sum(int(stdin.readline()) for _ in "ab"))',
  'import io, os, sys\ninput = io.BytesIO(os.read(0, os.fstat(0).st_size)).readline\nprint(int(input()) + int(input()))',
  'import mmap\nprint(sum(map(int, mmap.mmap(0, 0, prot=mmap.PROT_READ)[:].split())))',
];

test('a script reads its input in every usual way, and each execution starts anew', async () => {
  const found = await ends(SCRIPT, READERS, ['1\n2\n', '40\n2']);
  expect(found.map(shown)).toEqual(READERS.flatMap(() => ['3\n', '42\n']));
});

test.each([
  ['import sys\nprint(1)\nsys.exit()', '1\n'],
  ['print(1)\nexit(3)', '1\n'],
  ['print(1)\nquit("bye")', '1\n'],
  ['import os\nprint(1, flush=True)\nos._exit(0)', '1\n'],
  ['import os\nprint(1, flush=True)\nos._exit(4)', 'SystemExit'],
  ['import atexit\natexit.register(print, 2)\nprint(1)', '1\n2\n'],
  [
    'import sys, threading\nsys.setrecursionlimit(10**6)\nthreading.stack_size(1 << 26)\ndef f(n):\n    return n and 1 + f(n - 1)\nt = threading.Thread(target=lambda: print(f(20000)))\nt.start()\nt.join()',
    '20000\n',
  ],
  ['if __name__ == "__main__":\n    print(__file__)', 'solution.py\n'],
  ['print("x" * 30000)', `${'x'.repeat(30000)}\n`],
  ['print("é\\r", end="")', 'é\r'],
  ['1 / 0', 'ZeroDivisionError'],
  ['print(1', 'syntax-error'],
  ['match 1:\n    case 1: print(f"{"a"}")', 'syntax-error'],
])('the script %j ends with %j', async (code, output) => {
  expect((await ends(SCRIPT, [code, code], [''])).map(shown)).toEqual([output, output]);
});

test('a program that changes the interpreter changes no other execution', async () => {
  const rude =
    'import builtins, sys\nbuiltins.print = None\nsys.stdin.close()\nopen("/tmp/x", "w").write("1")';
  const polite = 'import os\nprint(input(), os.listdir("/tmp"))';
  const found = await ends(SCRIPT, [polite, rude, polite], ['a', 'b']);
  expect(found.map(shown)).toEqual(['a []\n', 'b []\n', '', '', 'a []\n', 'b []\n']);
});

test.each([
  [
    'count = 0\ndef add():\n    global count\n    count += 1\nadd()\nprint(count, input())',
    (n: string) => `1 ${n}\n`,
  ],
  ['class A:\n    seen = []\nA.seen.append(1)\nprint(len(A.seen), input(), end="")', (n: string) => `1 ${n}`],
  [
    'import sys\nprint(sys.getrecursionlimit(), input())\nsys.setrecursionlimit(5000)',
    (n: string) => `1000 ${n}\n`,
  ],
  ['import math\nprint(math.pi == 3, input())\nmath.pi = 3', (n: string) => `False ${n}\n`],
  ['import math as m\nprint(m.pi == 3, input())\nm.pi = 3', (n: string) => `False ${n}\n`],
  ['print(input())\nif True: exit()\nprint(2)', (n: string) => `${n}\n`],
  ['import sys\nprint(next(sys.stdin).strip())', (n: string) => `${n}\n`],
  ['from sys import stdin, stdout\nstdout.write(stdin.readline())', (n: string) => `${n}\n`],
  [
    'n = int(input())\nprint(n)\nprint(10 // (n - 3))',
    (n: string) => (n === '3' ? 'ZeroDivisionError' : null),
  ],
  ['n = int(input())\nwhile n == 3: pass\nprint(n)', (n: string) => (n === '3' ? 'timed-out' : `${n}\n`)],
  ['n = int(input())\nprint("x" * (9000 * n))', (n: string) => `${'x'.repeat(9000 * Number(n))}\n`],
])('executions of %j see nothing of each other', async (code, output) => {
  const inputs = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];
  const found = await ends(
    SCRIPT,
    [code],
    inputs.map((n) => `${n}\nmore\n`),
    { timeSeconds: 0.3 },
  );
  found.forEach((end, at) => {
    const expected = output(inputs[at]!);
    if (expected !== null) expect(shown(end)).toBe(expected);
  });
});

test('a program that hangs ends by its limit, and the interpreter goes on', async () => {
  const before = workers.booted;
  const programs = ['while input: pass', 'while True:\n    try: input\n    except: pass', 'print(input())'];
  const found = await ends(SCRIPT, programs, ['1', '2'], { timeSeconds: 0.2, stopsAtTimeOut: true });
  expect(found.map(shown)).toEqual([...Array<string>(4).fill('timed-out'), '1\n', '2\n']);
  // The others may be quicker than the clock of a browser is fine.
  const hanging = found.slice(0, 4).map((end) => end!.milliseconds > 0);
  expect(hanging).toEqual([true, false, true, false]);
  expect(workers.booted - before).toBeLessThanOrEqual(1);
});

test('a loop in C code ends by the limit of the engine, and the others run', async () => {
  const found = await ends(SCRIPT, ['sum(range(10**12))', 'print(input())'], ['1', '2'], {
    timeSeconds: 0.2,
    stopsAtTimeOut: true,
  });
  expect(found.map(shown)).toEqual(['timed-out', 'timed-out', '1\n', '2\n']);
});

const CALL = problemOf({
  mode: 'call',
  functionName: 'f',
  preamble: 'from typing import *\nimport math\nimport sys\nsys.setrecursionlimit(50000)\n',
});

test.each([
  ['def f(a, b):\n    return a + b', '3'],
  [
    'class Solution:\n    def f(self, a: List[int], b) -> int:\n        return math.gcd(a, b), [a]',
    '[1, [1]]',
  ],
  ['f = lambda a, b: {"k": a / b, "n": None}', '{"k": 0.5, "n": null}'],
  ['def f(a, b):\n    return [(a, b)]', 'returned'],
  ['def f(a, b):\n    exit()', 'SystemExit'],
  ['def f(a, b):\n    print(a)\n    return f', 'returned'],
  ['def g(): pass', 'NameError'],
  ['def f(a, b):\n    return 2 ** 70 + (a and f(a - 1, b) - 2 ** 70)', '1180591620717411303424'],
])('the function of %j returns %j', async (code, output) => {
  expect((await ends(CALL, [code, code], ['[1, 2]'])).map(shown)).toEqual([output, output]);
});

test('an aborted signal leaves executions without an end', async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await ends(SCRIPT, ['print(1)'], [''], { signal: stop.signal })).toEqual([undefined]);
});
