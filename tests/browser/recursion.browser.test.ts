/** Recursion through C functions, which a browser’s stack ends early: Chromium has 500 KB of it for a worker. */
import { afterAll, expect, test } from 'vitest';
import { limitsOf, outcomesIn, turn } from '../builders/sessions.ts';
import { scriptOf } from '../../src/judge/runner.ts';
import { makeSandbox } from './sandbox.ts';

const runner = makeSandbox();
afterAll(() => runner.dispose());

const outcomesOf = async (source: string, inputs: readonly string[]) =>
  outcomesIn(await runner.open(scriptOf(source), limitsOf(20, 512), turn()), inputs);

const DEEP = 'import sys\nsys.setrecursionlimit(10**6)\nn = int(input())\n';
const depth = (call: string) => `${DEEP}def f(k): return 0 if k == 0 else 1 + ${call}\nprint(f(n))`;

test.for([
  'max(f(k - 1) for _ in range(1))',
  'min((f(k - 1) for _ in range(1)), default=0)',
  'sum(f(k - 1) for _ in range(1))',
  'sorted(f(k - 1) for _ in range(1))[0]',
  'list(f(k - 1) for _ in range(1))[0]',
])('%s goes as deep as native Python', async (call) => {
  expect(await outcomesOf(depth(call), ['3\n', '5000\n', '4\n'])).toMatchObject(
    ['3\n', '5000\n', '4\n'].map((stdout) => ({ type: 'exited', stdout })),
  );
});

test('a program that does not overflow runs as it was written', async () => {
  // As a list, this would need gigabytes.
  const lazy = 'print(sum(1 for _ in range(3_000_000)), max(i for i in range(5)))';
  expect(await outcomesOf(lazy, [''])).toMatchObject([{ type: 'exited', stdout: '3000000 4\n' }]);
  const shows = 'print((lambda it: type(it).__name__)(i for i in "ab"), len(list(c for c in "abc")))';
  expect(await outcomesOf(shows, [''])).toMatchObject([{ type: 'exited', stdout: 'generator 3\n' }]);
});

const RAISED = `import functools, json
class Lt:
    def __lt__(self, other): return sorted([Lt(), Lt()])
def f(n): return functools.partial(f, n + 1)()
inner = []
for _ in range(50000): inner = [inner]
for work in (lambda: f(0), lambda: sorted([Lt(), Lt()]), lambda: repr(inner), lambda: json.dumps(inner)):
    try: work()
    except RecursionError: print('caught')`;

test.runIf('promising' in WebAssembly)('a program catches the error of endless recursion', async () => {
  expect(await outcomesOf(RAISED, ['', ''])).toMatchObject(
    Array.from({ length: 2 }, () => ({ type: 'exited', stdout: 'caught\n'.repeat(4) })),
  );
});

test('no file or global of the first try is left in the second', async () => {
  const source = `import sys, functools\nsys.setrecursionlimit(10**6)\nopen('seen', 'a').write('x')\nprint(open('seen').read())\ndef f(n): return n and 1 + max(f(n - 1) for _ in '1')\nprint(f(3000))`;
  expect(await outcomesOf(source, ['', ''])).toMatchObject(
    Array.from({ length: 2 }, () => ({ type: 'exited', stdout: 'x\n3000\n' })),
  );
});

test('recursion beyond every stack is an error with the flag that the browser decided', async () => {
  const operators = `${DEEP}class A:\n    def __init__(s, k): s.k = k\n    def __add__(s, o): return 0 if s.k == 0 else A(s.k - 1) + o\nprint(A(n) + 1)`;
  expect(await outcomesOf(operators, ['9\n', '100000\n', '9\n'])).toMatchObject([
    { type: 'exited', stdout: '0\n' },
    { type: 'raised', browserLimit: true },
    { type: 'exited', stdout: '0\n' },
  ]);
});
