import { afterEach, describe, expect, test } from 'vitest';
import { startedJobs } from './jobs.ts';
import { sampled } from './sampled.ts';

const jobs = startedJobs();

const INPUT = '3\n1 2 3\n';

const SUM = 'print(sum(map(int, ';

/** Name, program, input, then what rLLM finds printed, and LiveCodeBench where that is another thing. */
const SCRIPTS: readonly (readonly [
  name: string,
  source: string,
  input: string,
  rllm: string | null,
  lcb?: string,
])[] = [
  ['input()', `input()\n${SUM}input().split())))`, INPUT, '6\n'],
  [
    'readline by another name',
    `import sys\ninput=sys.stdin.readline\ninput()\n${SUM}input().split())))`,
    INPUT,
    '6\n',
  ],
  ['read', `import sys\n${SUM}sys.stdin.read().split()[1:])))`, INPUT, '6\n'],
  [
    'read after readline',
    'import sys\nsys.stdin.readline()\nprint(len(sys.stdin.read().split()))',
    '9 9\n1 2\n',
    '2\n',
    '4\n',
  ],
  ['readlines', 'import sys\nprint(len(sys.stdin.readlines()))', 'a\nb\n', '2\n', '3\n'],
  [
    'for line in sys.stdin',
    'import sys\nt=0\nfor l in sys.stdin: t+=1\nprint(t)',
    '1\n2\n',
    '2\n',
    'raised: TypeError',
  ],
  [
    'buffer.read',
    `import sys\n${SUM}sys.stdin.buffer.read().split()[1:])))`,
    INPUT,
    'raised: AttributeError',
    '6\n',
  ],
  [
    'buffer.readline',
    'import sys\nr=sys.stdin.buffer.readline\nprint(r(), r())',
    'a\nb\n',
    'raised: AttributeError',
    "b'a\\n' b'a\\n'\n",
  ],
  ['an early stdin, iterated', 'from sys import stdin\nprint(len(list(stdin)))', '1\n2\n', '0\n'],
  [
    'an early stdin, read line by line',
    'from sys import stdin\nk=0\nwhile stdin.readline(): k+=1\nprint(k)',
    '1\n2\n',
    '2\n',
  ],
  [
    'an early stdin past its end',
    'from sys import stdin\nstdin.readline()\nstdin.readline()',
    '1',
    'raised: StopIteration',
  ],
  ['an early stdin, read', 'from sys import stdin\nprint(stdin.read())', 'x', 'x\n'],
  ['open(0)', `n,l=open(0)\n${SUM}l.split())))`, INPUT, '6\n', 'raised: ValueError'],
  ['open of anything', 'print(open("input.txt").read())', 'x', 'x\n', 'raised: FileNotFoundError'],
  [
    'open as a context, line by line',
    'with open(0) as f:\n    print([f.readline(), f.readlines()])',
    'a\nb\nc\n',
    "['a\\n', ['b\\n', 'c\\n']]\n",
    "['', []]\n",
  ],
  ['descriptor 0', 'import os\nprint(os.read(0, 100))', 'x', "b''\n"],
  ['an end of input', 'input()\ninput()', 'x', 'raised: EOFError'],
  ['print and exit(1)', 'import sys\nprint(5)\nsys.exit(1)', '', '5\n'],
  ['print and exit()', 'print(5)\nexit()', '', '5\n'],
  ['quit()', 'print(5)\nquit()', '', 'raised: TypeError'],
  ['stdout.write', 'import sys\nsys.stdout.write("5")', '', '5'],
  ['stdout.buffer', 'import sys\nsys.stdout.buffer.write(b"5")', '', 'raised: AttributeError'],
  ['an early stdout', 'from sys import stdout\nstdout.write("5")', '', ''],
  ['descriptor 1', 'import os\nos.write(1, b"5")', '', ''],
  ['closing stdout', 'import sys\nsys.stdout.close()', '', 'raised: TypeError'],
  ['an exit function', 'import atexit\natexit.register(print, 5)', '', ''],
  ['a global counter', 'c=0\ndef f():\n    global c\n    c+=1\nf()\nprint(c)', '', 'raised: NameError'],
  ['a shadowed builtin', 'a=[1,5]\nmax=max(a)\nprint(max)', '', 'raised: UnboundLocalError'],
  ['a return at top level', 'print(1)\nreturn\nprint(2)', '', '1\n'],
  ['a future import', 'from __future__ import annotations\nprint(1)', '', 'load: SyntaxError'],
  ['a star import in a block', 'try:\n    from math import *\nexcept: pass', '', 'load: SyntaxError'],
  ['a syntax error', 'print(5', '', 'load: SyntaxError'],
  ['nothing', '', '', 'load: IndentationError'],
  ['only imports', 'import sys', '', 'load: IndentationError'],
  ['the name', 'print(__name__)', '', 'tmp_sol\n'],
  ['a main guard at the end', 'if __name__ == "__main__":\n    print(1)\nelse:\n    print(2)', '', '1\n'],
  ['a main guard the other way round', 'x = 1\nif "__main__" == __name__:\n    print(1)', '', ''],
  ['a main guard before the end', 'if __name__ == "__main__":\n    print(1)\nx = 2', '', ''],
  ['a class Solution', 'class Solution: pass\nprint(1)', '', 'load: AttributeError'],
  // Comments are gone once the program was a tree.
  ['a class Solution in a comment', '# class Solution\nprint(1)', '', '1\n'],
  ['a class Solution in a string', 'x = "class Solution"\nprint(1)', '', 'load: AttributeError'],
  ['names not imported', 'print(Counter("aab")["a"], gcd(10, 15), int(sqrt(25)))', '', '2 5 5\n'],
  ['bisect, the module', 'print(bisect([1, 2, 3], 2))', '', 'raised: TypeError'],
  ['time', 'print(type(time).__name__)', '', 'builtin_function_or_method\n', 'type\n'],
  ['a Fraction not imported', 'print(Fraction(1, 3))', '', 'raised: NameError'],
  ['OrderedDict and pairwise', 'print(list(pairwise(OrderedDict(a=1, b=2))))', '', "[('a', 'b')]\n"],
  ['numpy not imported', 'print(np)', '', 'raised: NameError'],
  ['json not imported', 'print(json.loads("[1]"))', '', 'raised: NameError', '[1]\n'],
  ['recursion 500 deep', 'def f(n): return n and 1 + f(n - 1)\nprint(f(500))', '', '500\n'],
  [
    'recursion 5,000 deep',
    'def f(n): return n and 1 + f(n - 1)\nprint(f(5000))',
    '',
    'raised: RecursionError',
    '5000\n',
  ],
  ['int of 5,000 digits', 'print(len(str(10 ** 5000)))', '', 'raised: ValueError', '5001\n'],
  ['int of 60,000 digits', 'print(len(str(10 ** 60000)))', '', 'raised: ValueError'],
  ['os.getcwd', 'import os\nos.getcwd()', '', 'raised: TypeError'],
  ['os.fork', 'import os\nprint(os.fork, os.kill)', '', 'None None\n'],
  [
    'shutil and subprocess',
    'import shutil, subprocess\nprint(shutil.rmtree, subprocess.Popen)',
    '',
    'None None\n',
  ],
  ['import resource', 'import resource\nprint(5)', '', 'load: ModuleNotFoundError'],
  ['half a character', 'print("\\ud800")', '', null],
  [
    'a thread',
    'import threading\nt = threading.Thread(target=lambda: print(int(input()) + 1))\nt.start()\nt.join()',
    '1\n',
    '2\n',
  ],
];

describe.each(['rllm', 'lcb'] as const)('%s: a script', (execution) => {
  afterEach(() => jobs.expectPristine());

  test.for(sampled(SCRIPTS))('%s', async ([, source, input, rllm, lcb = rllm]) => {
    expect(await jobs.printed(execution, source, input)).toEqual([execution === 'rllm' ? rllm : lcb]);
  });

  test('keeps the state of modules from test to test, but not the script’s own names', async () => {
    const source =
      'import math\nL = []\nL.append(1)\nmath.k = getattr(math, "k", 0) + 1\nprint(math.k, len(L), input())';
    expect(await jobs.printed(execution, source, 'a', 'b', 'c')).toEqual(['1 1 a\n', '2 1 b\n', '3 1 c\n']);
  });

  test('goes on after an exception', async () => {
    const source = 'import sys\nn = int(input())\nprint(10 // n)';
    expect(await jobs.printed(execution, source, '5', '0', '2')).toEqual([
      '2\n',
      'raised: ZeroDivisionError',
      '5\n',
    ]);
  });

  test.for([
    ['raise KeyboardInterrupt', 'KeyboardInterrupt'],
    ['raise GeneratorExit', 'GeneratorExit'],
    ['import os; os._exit(0)', 'SystemExit'],
    ['import os; os._exit(3)', 'SystemExit'],
  ])('ends for good by %s', async ([line, name]) => {
    const source = `n = int(input())\nprint(n)\nif n == 2:\n    ${line!}`;
    const { outcomes, ended } = await jobs.run({ source, execution }, ['1', '2', '3']);
    expect(outcomes).toMatchObject([{ type: 'exited' }, { type: 'raised', error: { name } }]);
    expect(ended).toBe(true);
  });

  test('shows what a failing script printed', async () => {
    const { outcomes } = await jobs.run({ source: 'print("so far")\n1 / 0', execution }, ['']);
    expect(outcomes).toMatchObject([{ type: 'raised', stdout: 'so far\n' }]);
  });
});

describe('recursion through C code, in a state that is kept', () => {
  afterEach(() => jobs.expectPristine());

  test('gets the state back in its second form', async () => {
    const source =
      'import math\nmath.k = getattr(math, "k", 0) + 1\ndef g(n): return 0 if n == 0 else 1 + max(g(n - 1) for _ in [0])\nprint(math.k, g(int(input())))';
    expect(await jobs.printed('lcb', source, '5', '4000', '6')).toEqual(['1 5\n', '2 4000\n', '3 6\n']);
  });

  test('ends the job where there is none', async () => {
    const source =
      'class A:\n    def __lt__(self, other): return sorted([A(), A()])\nn = int(input())\nif n: sorted([A(), A()])\nprint(n)';
    const { outcomes, ended } = await jobs.run({ source, execution: 'lcb' }, ['0', '1', '0']);
    expect(outcomes).toMatchObject([{ type: 'exited' }, { type: 'raised', browserLimit: true }]);
    expect(ended).toBe(true);
  });
});
