/** Programs run by the rules of other graders, faults included; what was measured of them stands in the names. */
import { afterEach, describe, expect, test } from 'vitest';
import { limitsOf } from '../builders/sessions.ts';
import { startedJobs } from './jobs.ts';
import { sampled } from './sampled.ts';

const jobs = startedJobs();

const INPUT = '3\n1 2 3\n';

const SUM = 'print(sum(map(int, ';

/** Name, program, inputs, then what both find returned. */
const CALLS: readonly (readonly [name: string, source: string, inputs: string[], values: string[]])[] = [
  ['a function', 'def f(a, b): return a + b', ['[1,2]'], ['{"i":"3"}']],
  [
    'a method of one Solution',
    'class Solution:\n    n = 0\n    def f(self, x):\n        self.n += x\n        return self.n',
    ['[1]', '[1]'],
    ['{"i":"1"}', '{"i":"2"}'],
  ],
  [
    'a size error that is caught, and what was kept before it',
    'class Solution:\n    n = 0\n    def f(self, x):\n        try: "a".center(10**12)\n        except (OverflowError, MemoryError): pass\n        self.n += x\n        return self.n',
    ['[1]', '[1]', '[1]'],
    ['{"i":"1"}', '{"i":"2"}', '{"i":"3"}'],
  ],
  [
    'globals kept',
    'seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen)',
    ['[1]', '[1]'],
    ['{"i":"1"}', '{"i":"2"}'],
  ],
  [
    'a class Solution in a comment',
    '# class Solution\ndef f(x): return x',
    ['[1]'],
    ['load: AttributeError'],
  ],
  [
    'an __init__ with arguments',
    'class Solution:\n    def __init__(self, x): pass\n    def f(self, x): return x',
    ['[1]'],
    ['load: TypeError'],
  ],
  ['no function', 'def g(x): return x', ['[1]'], ['load: AttributeError']],
  [
    'a main guard',
    'def f(x): return x\nif __name__ == "__main__": print(f(int(input())))',
    ['[1]'],
    ['{"i":"1"}'],
  ],
  ['input at top level', 'def f(x): return x\nprint(f(int(input())))', ['[1]'], ['load: EOFError']],
  [
    'prints, as many as it likes',
    'def f(x):\n    print("x" * 3_000_000)\n    return x',
    ['[1]'],
    ['{"i":"1"}'],
  ],
  ['names not imported', '@lru_cache(None)\ndef f(x: List[int]): return x', ['["a"]'], ['"a"']],
  ['an exception', 'def f(x): return 1 // x', ['[0]', '[1]'], ['raised: ZeroDivisionError', '{"i":"1"}']],
  [
    'an exit, and no more after it',
    'import sys\ndef f(x): sys.exit(0)',
    ['[0]', '[1]'],
    ['raised: SystemExit'],
  ],
  ['an exit while loading', 'import sys\ndef f(x): return x\nsys.exit(0)', ['[0]'], ['load: SystemExit']],
  [
    'a Decimal',
    'from decimal import Decimal\ndef f(): return [Decimal("1.50"), Decimal("inf")]',
    ['[]'],
    ['[{"dec":"1.50"},{"dec":"Infinity"}]'],
  ],
  [
    'a Fraction',
    'from fractions import Fraction\ndef f(): return Fraction(2, -6)',
    ['[]'],
    ['{"frac":"-1/3"}'],
  ],
  [
    'subclasses',
    'class L(list): pass\nclass S(str): pass\nfrom collections import namedtuple\nP = namedtuple("P", "x")\ndef f(): return [L([1]), S("a"), P(2), complex(3, 0)]',
    ['[]'],
    ['[[{"i":"1"}],"a",{"t":[{"i":"2"}]},{"f":"3.0"}]'],
  ],
  [
    'an array-like of one number',
    'class A:\n    dtype, size, ndim = 0, 1, 0\n    def item(self): return 7\ndef f(): return A()',
    ['[]'],
    ['{"i":"7"}'],
  ],
  [
    'an array-like of more',
    'class A:\n    dtype, size, ndim = 0, 2, 1\n    def item(self): return 7\ndef f(): return [A()]',
    ['[]'],
    ['raised: ValueError'],
  ],
  [
    'an object that equals everything by its own ==',
    'class E:\n    def __eq__(self, other): return True\ndef f(): return E()',
    ['[]'],
    ['{"seen":[{"o":"E"},{"any":"ifsbnld"}]}'],
  ],
  [
    'an integer in a list that equals every integer',
    'class N(int):\n    def __eq__(self, other): return isinstance(other, int)\n    __hash__ = int.__hash__\ndef f(): return [N(3), "a"]',
    ['[]'],
    ['{"seen":[[{"i":"3"},"a"],[{"any":"ib"},"a"]]}'],
  ],
  [
    'objects whose == is honest, or raises',
    'class E:\n    def __eq__(self, other): return isinstance(other, E)\nclass R:\n    def __eq__(self, other): raise SystemExit\ndef f(): return [E(), R(), object()]',
    ['[]'],
    ['[{"o":"E"},{"o":"R"},{"o":"object"}]'],
  ],
  ['a syntax error', 'def f(x) return x', ['[1]'], ['load: SyntaxError']],
];

describe.each(['rllm', 'lcb'] as const)('%s: a call', (execution) => {
  afterEach(() => jobs.expectPristine());

  test.for(sampled(CALLS))('%s', async ([, source, inputs, values]) => {
    expect(await jobs.returned(execution, source, ...inputs)).toEqual(values);
  });

  test('finds a function of that name in the prelude', async () => {
    const program = {
      source: 'def plus(a, b): return a + b',
      execution,
      mode: 'call',
      functionName: 'add',
    } as const;
    const { loaded } = await jobs.run(program, ['[1,2]']);
    expect(loaded.type).toBe(execution === 'lcb' ? 'loaded' : 'raised');
  });
});

describe('reward-kit', () => {
  afterEach(() => jobs.expectPristine());

  test.for<readonly [name: string, source: string, input: string, printed: string]>([
    ['input()', `input()\n${SUM}input().split())))`, INPUT, '6\n'],
    ['buffer.read', 'import sys\nsys.stdin.buffer.read()', 'x', 'raised: AttributeError'],
    ['open(0)', 'print(open(0).read())', 'x', '\n'],
    ['stdout.buffer', 'import sys\nsys.stdout.buffer.write(b"5")', '', 'raised: AttributeError'],
    ['a global counter', 'c=0\ndef f():\n    global c\n    c+=1\nf()\nprint(c)', '', '1\n'],
    ['a future import', 'from __future__ import annotations\nprint(1)', '', '1\n'],
    ['the name', 'print(__name__)', '', '__main__\n'],
    ['a class Solution', 'class Solution: pass\nprint(1)', '', '1\n'],
    ['sys.exit(0), which loses the output', 'import sys\nprint(5)\nsys.exit(0)', '', ''],
    ['sys.exit(1)', 'import sys\nprint(5)\nsys.exit(1)', '', 'raised: SystemExit'],
    ['exit()', 'print(5)\nexit()', '', 'raised: TypeError'],
    ['names not imported', 'print(Counter("aab"))', '', 'raised: NameError'],
    ['a module the wrapper imported', 'print(sys.maxsize > 0)', '', 'True\n'],
    ['a syntax error', 'print(5', '', 'load: SyntaxError'],
  ])('a script: %s', async ([, source, input, expected]) => {
    expect(await jobs.printed('reward-kit', source, input)).toEqual([expected]);
  });

  test.for<readonly [name: string, source: string, value: string]>([
    ['a function', 'def f(x): return [x, (x,)]', '[{"i":"1"},{"t":[{"i":"1"}]}]'],
    ['a method', 'class Solution:\n    def f(self, x): return x', 'raised: NameError'],
    [
      'text before the value',
      'def f(x):\n    print("!")\n    return x',
      '{"o":"text, printed before a value"}',
    ],
    ['a subclass', 'from collections import Counter\ndef f(x): return Counter("a")', '{"o":"Counter"}'],
    ['an exit', 'import sys\ndef f(x): sys.exit(0)', 'raised: SystemExit'],
    ['an exception', 'def f(x): return y', 'raised: NameError'],
  ])('a call: %s', async ([, source, value]) => {
    expect(await jobs.returned('reward-kit', source, '[1]')).toEqual([value]);
  });

  test('starts every test from the same state', async () => {
    const source = 'import math\nmath.k = getattr(math, "k", 0) + 1\nprint(math.k)';
    expect(await jobs.printed('reward-kit', source, '', '', '')).toEqual(['1\n', '1\n', '1\n']);
  });
});

describe('exit-status', () => {
  test.for([
    ['sys.exit(0)', 'exited'],
    ['sys.exit()', 'exited'],
    ['sys.exit(1)', 'raised'],
    ['sys.exit("sorry")', 'raised'],
    ['print(6)', 'exited'],
    ['__import__("os")._exit(0)', 'exited'],
    ['__import__("os")._exit(1)', 'raised'],
  ])('after %s a script has %s', async ([line, type]) => {
    const { outcomes } = await jobs.run(
      { source: `import sys\nprint(5)\n${line!}`, execution: 'exit-status' },
      [''],
    );
    expect(outcomes).toMatchObject([{ type }]);
  });
});

test('a program of either kind is stopped at its time limit', async () => {
  for (const execution of ['rllm', 'lcb', 'reward-kit'] as const) {
    for (const source of ['while True: pass', 'try:\n    while True: pass\nexcept BaseException: pass']) {
      const { outcomes } = await jobs.run({ source, execution }, ['', ''], limitsOf(0.7));
      expect(outcomes).toMatchObject([{ type: 'timed-out' }]);
    }
  }
});
