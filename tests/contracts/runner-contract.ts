/** The contract of every runner, for any environment. Called once per implementation. */
import { afterAll, describe, expect, test } from 'vitest';
import { limitsOf, outcomesIn, turn } from '../builders/sessions.ts';
import {
  scriptOf,
  type LoadOutcome,
  type Program,
  type Runner,
  type TestOutcome,
} from '../../src/judge/runner.ts';

const LIMITS = limitsOf(10);

interface Ran {
  readonly loaded: LoadOutcome;
  readonly outcomes: readonly TestOutcome[];
}

/** stdin programs that print the sum of the numbers on the second line of `3\n1 2 3\n`, one an idiom. */
const SUM_IDIOMS: Readonly<Record<string, string>> = {
  'input()': 'n = int(input())\nprint(sum(map(int, input().split())))',
  'input bound to readline':
    'import sys\ninput = sys.stdin.readline\ninput()\nprint(sum(map(int, input().split())))',
  'stdin.read': 'import sys\nprint(sum(map(int, sys.stdin.read().split()[1:])))',
  'stdin.readlines': 'import sys\nprint(sum(map(int, sys.stdin.readlines()[1].split())))',
  'for line in stdin':
    'import sys\n*_, last = [line for line in sys.stdin]\nprint(sum(map(int, last.split())))',
  'from sys import stdin':
    'from sys import stdin\nnext(stdin)\nprint(sum(map(int, stdin.readline().split())))',
  'stdin.buffer.read': 'import sys\nprint(sum(map(int, sys.stdin.buffer.read().split()[1:])))',
  'stdin.buffer.readline':
    'import sys\nread = sys.stdin.buffer.readline\nread()\nprint(sum(map(int, read().split())))',
  'open(0)': 'n, line = open(0)\nprint(sum(map(int, line.split())))',
  '/dev/stdin': 'print(sum(map(int, open("/dev/stdin").read().split()[1:])))',
  'os.read with the size': 'import os\nprint(sum(map(int, os.read(0, os.fstat(0).st_size).split()[1:])))',
  'io.BytesIO of os.read':
    'import io, os\nf = io.BytesIO(os.read(0, os.fstat(0).st_size))\nf.readline()\nprint(sum(map(int, f.readline().split())))',
  mmap: 'import mmap\nm = mmap.mmap(0, 0, prot=mmap.PROT_READ)\nm.readline()\nprint(sum(map(int, m.readline().split())))',
  fileinput: 'import fileinput\n*_, last = fileinput.input()\nprint(sum(map(int, last.split())))',
  'until EOFError':
    'rows = []\ntry:\n    while True:\n        rows.append(input())\nexcept EOFError:\n    pass\nprint(sum(map(int, rows[1].split())))',
};

/** All of the input as `data`. */
const WHOLE_INPUT: Readonly<Record<string, string>> = {
  'stdin.read': 'data = sys.stdin.read().encode()',
  'stdin.buffer.read': 'data = sys.stdin.buffer.read()',
  'stdin.buffer.raw.readall': 'data = sys.stdin.buffer.raw.readall()',
  'for line in stdin': 'data = "".join(sys.stdin).encode()',
  'the rest behind a line': 'first = input() + "\\n"\ndata = (first + sys.stdin.read()).encode()',
  'once more from its start': 'sys.stdin.read()\nsys.stdin.seek(0)\ndata = sys.stdin.read().encode()',
  'open(0)': 'data = open(0, "rb").read()',
  'os.read with the size': 'data = os.read(0, os.fstat(0).st_size)',
  mmap: 'data = mmap.mmap(0, 0, prot=mmap.PROT_READ)[:]',
};

/** Programs no interrupt inside the interpreter would stop for sure. */
const ENDLESS: Readonly<Record<string, string>> = {
  'while True': 'while True: pass',
  'a hung regular expression': 'import re\nre.match(r"(a+)+$", "a" * 40 + "b")',
  'a long sleep': 'import time\ntime.sleep(100)',
  'a loop that swallows everything':
    'while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass',
  'a C loop': 'sum(range(10**12))',
};

const RETURNED: Readonly<Record<string, readonly [expression: string, value: string]>> = {
  'a big integer': ['2 ** 70', '{"i":"1180591620717411303424"}'],
  'more digits than Python prints': ['len(str(f)) if 0 else 10 ** 5000', `{"i":"1${'0'.repeat(5000)}"}`],
  'a float': ['0.1', '{"f":"0.1"}'],
  infinity: ['float("inf")', '{"f":"inf"}'],
  'a bool': ['True', 'true'],
  None: ['None', 'null'],
  text: ['"\\u00e9\\n"', '"\\u00e9\\n"'],
  'a tuple in a list': ['[(1,)]', '[{"t":[{"i":"1"}]}]'],
  'a dict': ['{"a": 1, 2: "b"}', '{"d":[["a",{"i":"1"}],[{"i":"2"},"b"]]}'],
  'a defaultdict': ['__import__("collections").defaultdict(int, a=1)', '{"d":[["a",{"i":"1"}]]}'],
  'a set': ['{1}', '{"s":[{"i":"1"}]}'],
  'a Decimal in a list': ['[__import__("decimal").Decimal("1.50")]', '[{"dec":"1.50"}]'],
  'a Fraction': ['__import__("fractions").Fraction(3, -6)', '{"frac":"-1/2"}'],
  'a real number that is complex': ['complex(2)', '{"f":"2.0"}'],
  'a UserList': ['type("L", (__import__("collections").UserList,), {})([1])', '[{"i":"1"}]'],
  'a ChainMap': ['__import__("collections").ChainMap({"a": 1})', '{"d":[["a",{"i":"1"}]]}'],
  'a dict that says it has every attribute': [
    'type("D", (dict,), {"__getattr__": dict.get})(a=1)',
    '{"d":[["a",{"i":"1"}]]}',
  ],
  'an object': ['object()', '{"o":"object"}'],
  'a generator': ['(i for i in [])', '{"o":"generator"}'],
};

export function runnerContract(name: string, make: () => Runner): void {
  describe(name, () => {
    const runner = make();
    afterAll(() => runner.dispose());

    async function run(program: Partial<Program>, inputs: readonly string[], limits = LIMITS): Promise<Ran> {
      const ahead = { inputs, first: 0 };
      const session = await runner.open({ ...scriptOf(''), ...program }, limits, turn(), {}, ahead);
      return { loaded: session.loaded, outcomes: await outcomesIn(session, inputs) };
    }

    const call = (source: string, inputs: readonly string[], limits = LIMITS) =>
      run({ source, mode: 'call', functionName: 'f' }, inputs, limits);

    const script = async (source: string, input = '', limits = LIMITS) =>
      (await run({ source }, [input], limits)).outcomes[0];

    async function honestProgramRuns(): Promise<void> {
      expect(await script('print(int(input()) + 1)', '41\n')).toMatchObject({
        type: 'exited',
        stdout: '42\n',
      });
    }

    describe('reads standard input by', () => {
      test.for(Object.entries(SUM_IDIOMS))('%s', async ([, source]) => {
        expect(await script(source, '3\n1 2 3\n')).toMatchObject({ type: 'exited', stdout: '6\n' });
      });
    });

    // For the second, the stream is opened anew (engine.ts).
    describe('reads inputs of any length, one after the other, by', () => {
      const inputs = ['12\n', `${'1234567\n'.repeat(400_000)}8`, '', '12\n'.repeat(30_000), '7\n'];
      test.for(Object.entries(WHOLE_INPUT))('%s', async ([, read]) => {
        const source = `import mmap, os, sys\n${read}\nprint(len(data), data.count(b"2"), data[-2:])`;
        const empty = inputs.indexOf('');
        // Neither a line nor a map can be had of nothing.
        const given = read.includes('input()') || read.includes('mmap') ? inputs.toSpliced(empty, 1) : inputs;
        const { outcomes } = await run({ source }, given);
        expect(outcomes.map((outcome) => 'stdout' in outcome && outcome.stdout)).toEqual(
          given.map((text) => {
            const end = text.slice(-2).replace('\n', '\\n');
            return `${text.length} ${text.split('2').length - 1} b'${end}'\n`;
          }),
        );
      });
    });

    describe('writes standard output by', () => {
      test.for([
        'print("5")',
        'import sys\nsys.stdout.write("5\\n")',
        'import sys\nsys.stdout.buffer.write(b"5\\n")',
        'import os\nos.write(1, b"5\\n")',
        'import sys\nprint("5", file=sys.__stdout__)',
        'import sys\nfrom sys import stdout\nstdout.write("5\\n")',
        'import atexit\natexit.register(print, 5)',
        // A handler that keeps what it is told until logging is shut down, which comes behind all exit functions.
        'import atexit, logging.handlers as h, sys\nlog = h.logging.getLogger()\nlog.addHandler(h.MemoryHandler(9, target=h.logging.StreamHandler(sys.stdout)))\natexit.register(log.warning, 5)',
        // The same, where logging has forgotten the handlers that it came with.
        'import logging.config, logging.handlers, types\nlogging.config.dictConfig({"version": 1})\ntarget = types.SimpleNamespace(handle=lambda record: print(record.msg))\nlog = logging.getLogger()\nlog.addHandler(logging.handlers.MemoryHandler(9, target=target))\nlog.warning(5)',
        'import sys\nprint(5)\nsys.exit(3)',
        'print(5)\nexit()',
        'print(5)\nquit()',
        'print(5, flush=True)\nimport os\nos._exit(0)',
        'import io, sys\nsys.stdout = io.TextIOWrapper(open(1, "wb", closefd=False))\nprint(5)\nsys.stdout.flush()',
      ])('%j', async (source) => {
        expect(await script(source)).toMatchObject({ type: 'exited', stdout: '5\n' });
      });
    });

    test('starts every test from the same state', async () => {
      const source = [
        'import math, sys, os, random',
        'print(getattr(math, "mark", 0), random.random(), os.path.exists("left"), len(sys.modules))',
        'math.mark = 1',
        'open("left", "w").write("x")',
        'sys.setrecursionlimit(123456)',
        'sys.stdout.close()',
        'os.close(0)',
      ].join('\n');
      const { outcomes } = await run({ source }, ['', '', '']);
      const printed = outcomes.map((outcome) => 'stdout' in outcome && outcome.stdout);
      expect(printed[0]).toMatch(/^0 0\.\d+ False \d+\n$/);
      expect(new Set(printed).size).toBe(1);
    });

    test('calls a function, and a method of a fresh Solution, from the state after loading', async () => {
      const counting = 'seen = []\ndef f(x):\n    seen.append(x)\n    return len(seen) + x';
      const method =
        'class Solution:\n    n = 0\n    def f(self, x):\n        self.n += x\n        return self.n';
      for (const [source, first] of [
        [counting, '{"i":"2"}'],
        [method, '{"i":"1"}'],
      ] as const) {
        const { outcomes } = await call(source, ['[1]', '[1]']);
        expect(outcomes).toMatchObject([
          { type: 'returned', value: first },
          { type: 'returned', value: first },
        ]);
      }
    });

    test('gives every test the same room for files, the first one too', async () => {
      const fill = [
        'def f():',
        '    written = 0',
        '    try:',
        '        with open("/tmp/big", "wb", buffering=0) as file:',
        '            while written < 10**9: written += file.write(bytes(8 << 20))',
        '    except OSError: pass',
        '    return written',
        'f()',
      ].join('\n');
      const { outcomes } = await call(fill, ['[]', '[]', '[]']);
      const value = `{"i":"${64 << 20}"}`;
      expect(outcomes).toMatchObject([{ value }, { value }, { value }]);
    });

    test('hands arguments over as written', async () => {
      const source = 'def f(a, b, c):\n    return [a, type(b).__name__, c]';
      const { outcomes } = await call(source, ['[36893488147419103232,1.0,{"k":[null,true]}]']);
      const value = '[{"i":"36893488147419103232"},"float",{"d":[["k",[null,true]]]}]';
      expect(outcomes).toMatchObject([{ type: 'returned', value }]);
    });

    test('reads arguments of more digits than Python does, and leaves the program its limit', async () => {
      const source = [
        'import sys',
        'def f(rows):',
        '    try: str(rows[0]["n"])',
        '    except ValueError: return [rows[0]["n"] % 97, sys.get_int_max_str_digits()]',
      ].join('\n');
      const { outcomes } = await call(source, [`[[{"n":${'8'.repeat(5000)}}]]`]);
      expect(outcomes).toMatchObject([{ type: 'returned', value: '[{"i":"28"},{"i":"4300"}]' }]);
    });

    describe('returns', () => {
      test.for(Object.entries(RETURNED))('%s', async ([, [expression, value]]) => {
        const source = `def f():\n    return ${expression}`;
        const { outcomes } = await call(source, ['[]']);
        expect(outcomes).toMatchObject([{ type: 'returned', value }]);
      });
    });

    test('runs the preamble in the program’s namespace', async () => {
      const { outcomes } = await run({ source: 'print(gcd(12, 18))', preamble: 'from math import *' }, ['']);
      expect(outcomes).toMatchObject([{ type: 'exited', stdout: '6\n' }]);
    });

    test('reports an exception with the program’s own lines', async () => {
      const outcome = await script('print("so far")\n\ndef go():\n    return {}["x"]\n\ngo()');
      expect(outcome).toMatchObject({
        type: 'raised',
        error: { name: 'KeyError', message: "'x'" },
        stdout: 'so far\n',
      });
      const trace = outcome?.type === 'raised' ? outcome.error.traceback : '';
      expect(trace).toContain('line 4, in go');
      expect(trace).toContain('return {}["x"]');
      expect(trace).not.toContain('harness');
    });

    test.for([
      ['a syntax error', 'print(1', 'syntax-error', 'SyntaxError'],
      ['a byte order mark', '\uFEFFprint(1)', 'syntax-error', 'SyntaxError'],
      ['a null character', 'print(1)\0', 'syntax-error', 'SyntaxError'],
    ])('says that %s does not compile', async ([, source, type, error]) => {
      expect((await run({ source: source! }, [''])).loaded).toMatchObject({ type, error: { name: error } });
    });

    test('shows of a program that does not compile what Python shows', async () => {
      const { loaded } = await run({ source: 'x = 1\nprint(x' }, ['']);
      expect(loaded).toMatchObject({
        error: {
          traceback:
            '  File "solution.py", line 2\n    print(x\n         ^\nSyntaxError: \'(\' was never closed\n',
        },
      });
    });

    test('says that a module that raises, or exits, does not load', async () => {
      for (const [line, error] of [
        ['1 / 0', 'ZeroDivisionError'],
        ['raise SystemExit(0)', 'SystemExit'],
        ['import os; os._exit(0)', 'SystemExit'],
      ] as const) {
        const { loaded } = await call(`def f(): pass\n${line}`, ['[]']);
        expect(loaded).toMatchObject({ type: 'raised', error: { name: error } });
      }
    });

    test('fails a call that exits, and one to a function that is not there', async () => {
      for (const [source, error] of [
        ['import sys\ndef f(): sys.exit(0)', 'SystemExit'],
        ['import os\ndef f(): os._exit(0)', 'SystemExit'],
        ['def g(): return 1', 'NameError'],
      ] as const) {
        const { outcomes } = await call(source, ['[]']);
        expect(outcomes).toMatchObject([{ type: 'raised', error: { name: error } }]);
      }
    });

    test('ends a program that prints too much, even one that swallows the error', async () => {
      const limits = { ...LIMITS, outputBytes: 100_000 };
      const source = 'while True:\n    try:\n        print("x" * 10000)\n    except OSError:\n        break';
      expect(await script(source, '', limits)).toMatchObject({ type: 'output-exceeded' });
      await honestProgramRuns();
    });

    test('ends a program that takes too much memory', async () => {
      expect(await script('x = bytearray(10**9)')).toMatchObject({ type: 'memory-exceeded' });
      expect(await script('x = []\nwhile True: x.append(bytearray(10**7))')).toMatchObject({
        type: 'memory-exceeded',
      });
      await honestProgramRuns();
    });

    test('flags a stack that only the browser lacks, and goes on', async () => {
      const source =
        'import sys\nsys.setrecursionlimit(10**6)\nclass A:\n    def __lt__(self, other): return sorted([A(), A()])\nsorted([A(), A()])';
      expect(await script(source)).toMatchObject({ type: 'raised', browserLimit: true });
      await honestProgramRuns();
    });

    test.for([
      [
        'deep recursion',
        'import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return n and 1 + f(n - 1)\nprint(f(50000))',
        '50000\n',
      ],
      [
        'a deep cache',
        'import sys, functools\nsys.setrecursionlimit(10**6)\n@functools.lru_cache(None)\ndef f(n): return n and 1 + f(n - 1)\nprint(f(20000), f.cache_info().misses)',
        '20000 20001\n',
      ],
      [
        'a thread',
        'import threading\nthreading.stack_size(2**27)\nt = threading.Thread(target=lambda: print(input()))\nt.start()\nt.join()',
        'hello\n',
      ],
      [
        'limits raised by resource',
        'import resource\nresource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, -1))\nprint(resource.getrlimit(resource.RLIMIT_STACK))',
        '(-1, -1)\n',
      ],
      [
        'signals',
        'import signal\nsignal.signal(signal.SIGINT, lambda *a: print("caught"))\nsignal.alarm(5)\nsignal.raise_signal(signal.SIGINT)',
        'caught\n',
      ],
      [
        'asyncio',
        'import asyncio\nasync def main():\n    a, b = await asyncio.gather(asyncio.sleep(0.01, 1), asyncio.sleep(0, 2))\n    print(a + b)\nasyncio.run(main())',
        '3\n',
      ],
    ])('runs %s', async ([, source, printed]) => {
      expect(await script(source!, 'hello\n')).toMatchObject({ type: 'exited', stdout: printed });
    });

    describe('ends at the time limit', () => {
      test.for(Object.entries(ENDLESS))('%s', async ([, source]) => {
        const { outcomes } = await run({ source }, ['', ''], limitsOf(0.7));
        expect(outcomes).toMatchObject([{ type: 'timed-out' }]);
        await honestProgramRuns();
      });

      test('a module that never finishes loading', async () => {
        const { loaded } = await call('while True: pass', ['[]'], limitsOf(0.7));
        expect(loaded).toMatchObject({ type: 'timed-out' });
        await honestProgramRuns();
      });
    });

    test('stops at once when asked to, wherever the program is', async () => {
      const stop = new AbortController();
      const program = scriptOf('while True: pass');
      const session = await runner.open(program, limitsOf(60), turn(stop.signal));
      const outcomes: TestOutcome[] = [];
      const running = session.run(['', ''], 0, (_, outcome) => outcomes.push(outcome));
      setTimeout(() => stop.abort(), 100);
      await running;
      expect(outcomes).toMatchObject([{ type: 'lost' }]);
      expect(session.ended).toBe(true);
      const late = await runner.open(program, LIMITS, turn(stop.signal));
      expect(late.loaded).toMatchObject({ type: 'lost' });
      await honestProgramRuns();
    });

    test('runs more programs at once than it has workers, each to its own end', async () => {
      const ran = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          run({ source: `print(int(input()) * ${index})` }, ['2\n', '3\n']),
        ),
      );
      expect(
        ran.map(({ outcomes }) => outcomes.map((outcome) => 'stdout' in outcome && outcome.stdout)),
      ).toEqual(Array.from({ length: 8 }, (_, index) => [`${2 * index}\n`, `${3 * index}\n`]));
    });

    test('gives a program no way to the network', async () => {
      const attempts = [
        'import urllib.request\nurllib.request.urlopen("http://127.0.0.1/")',
        'from pyodide.http import open_url\nopen_url("/")',
        'import js\njs.fetch("/")',
        'import js\njs.XMLHttpRequest.new()',
        'import js\njs.WebSocket.new("ws://127.0.0.1/")',
        'from pyodide.code import run_js\nrun_js("1")',
        'import js\njs.importScripts("/")',
        'import js\njs.Worker.new("blob:x")',
      ];
      for (const source of attempts) expect(await script(source)).toMatchObject({ type: 'raised' });
    });

    test('does not let a program that reached JavaScript touch the next one', async () => {
      await script(
        'import js, builtins\njs.Uint8Array.prototype.set = js.Boolean\njs.Object.prototype.kind = "done"\nbuiltins.print = len',
      );
      await honestProgramRuns();
    });
  });
}
