/**
 * Assert mode: a pass is what the interpreter's own C function says of a check that the engine evaluates, and no
 * program talks itself into it. A program may do the same as in the originals: bind the names a check uses, or return
 * an object that equals everything; there the check itself is deceived.
 */
import { describe, expect, test } from 'vitest';
import { runnableCheck } from '../../src/datasets/reading/check.ts';
import type { RunLimits } from '../../src/judge/runner.ts';
import { limitsOf } from '../builders/sessions.ts';
import { startedJobs } from './jobs.ts';
import { sampled } from './sampled.ts';

const jobs = startedJobs();

const CHECK =
  'def check(candidate):\n    assert candidate(2, 3) == 5\n    assert candidate(-1, 1) == 0\n    return True\n\ncheck(add)';
const WRONG = 'def add(a, b): return 7';

const run = (source: string, check = CHECK, limits?: RunLimits) =>
  jobs.run({ source, check, mode: 'assert' }, [''], limits);

async function outcomeOf(source: string, check = CHECK): Promise<unknown> {
  const { loaded, outcomes } = await run(source, check);
  return loaded.type === 'loaded' ? outcomes[0] : loaded;
}

const HONEST: Readonly<Record<string, readonly [source: string, check?: string]>> = {
  'a function': ['def add(a, b): return a + b'],
  'a function that prints': ['def add(a, b):\n    print(a, b)\n    return a + b'],
  'MBPP’s list of asserts': ['def f(x): return x * 2', 'assert f(1) == 2\nassert f(2) == 4'],
  'MBPP’s set-up': [
    'class Node:\n    def __init__(self, x): self.x = x\ndef f(n): return n.x',
    'root = Node(3)\nassert f(root) == 3',
  ],
  'a main guard that is not run': [
    'def add(a, b): return a + b\nif __name__ == "__main__":\n    raise SystemExit(1)',
  ],
  'a helper the check uses': [
    'def poly(x): return x\ndef add(a, b): return a + b',
    'assert poly(add(1, 2)) == 3',
  ],
  'a module only the check imports': [
    'def f(x): return math.floor(x)',
    'import math\ndef check(c):\n    assert c(1.5) == 1\ncheck(f)',
  ],
  'a name of its own that shadows a builtin': [
    'def sum(xs): return 6\ndef f(xs): return sum(xs)',
    'assert f([]) == 6 and sum([]) == 6',
  ],
  'a function called check': [
    'def check(x): return x\ndef add(a, b): return check(a + b)',
    'assert add(1, 2) == 3',
  ],
  'named tuples, data classes, enums, caches': [
    'from collections import namedtuple\nfrom dataclasses import dataclass\nfrom enum import Enum\nfrom functools import lru_cache\nfrom typing import NamedTuple\nP = namedtuple("P", "x y")\nclass Q(NamedTuple):\n    x: int\n@dataclass\nclass D:\n    x: int\nclass C(Enum):\n    RED = 1\n@lru_cache(None)\ndef add(a, b): return P(a, Q(b)).y.x + D(a).x + C.RED.value - 1',
  ],
  'exceptions it catches': [
    'def add(a, b):\n    try:\n        raise ValueError(a)\n    except ValueError as error:\n        return error.args[0] + b',
  ],
  'a generator, asyncio and a thread': [
    'import asyncio, threading\nasync def plus(a, b):\n    await asyncio.sleep(0)\n    return a + b\ndef add(a, b):\n    t = threading.Thread(target=print)\n    t.start(); t.join()\n    return asyncio.run(plus(a, b))',
  ],
  'deep recursion through C code': [
    'import sys\nsys.setrecursionlimit(10**5)\ndef f(n): return 0 if n == 0 else 1 + max(f(n - 1) for _ in [0])',
    'assert f(4000) == 4000',
  ],
  'eval, exec and locals of a function': [
    'def add(a, b):\n    exec("c = 1")\n    return eval("a + b") * max([locals()["a"]], default=1) // a',
  ],
  'an exception the check wants': [
    'def f(x): raise ValueError(x)',
    'try:\n    f(1)\nexcept ValueError:\n    pass\nelse:\n    assert False',
  ],
};

const FAILING: Readonly<Record<string, readonly [source: string, check: string, error: string]>> = {
  'a wrong value': [WRONG, CHECK, 'AssertionError'],
  'an exception': ['def add(a, b): return x', CHECK, 'NameError'],
  'no function': ['pass', CHECK, 'NameError'],
  'a top level that raises': ['def add(a, b): return a + b\n1 / 0', CHECK, 'ZeroDivisionError'],
  'a program that reads': ['x = input()\ndef add(a, b): return a + b', CHECK, 'EOFError'],
};

/** Each is wrong, and tries to pass. */
const FORGED: Readonly<Record<string, string>> = {
  'sys.exit(0) at top level': `import sys\n${WRONG}\nsys.exit(0)`,
  'sys.exit(0) in the function': 'import sys\ndef add(a, b): sys.exit(0)',
  'os._exit(0) at top level': `import os\n${WRONG}\nos._exit(0)`,
  'os._exit(0) in the function': 'import os\ndef add(a, b): os._exit(0)',
  'os._exit(0) in an exit function': `import atexit, os\natexit.register(os._exit, 0)\n${WRONG}`,
  'os._exit(0) when the streams are flushed': `import sys, os\nclass S:\n    def write(self, t): pass\n    def flush(self): os._exit(0)\nsys.stdout = sys.__stdout__ = S()\n${WRONG}`,
  'os._exit(0) when the error is shown':
    'import os\nclass E(Exception):\n    def __str__(self): os._exit(0)\ndef add(a, b): raise E',
  KeyboardInterrupt: 'def add(a, b): raise KeyboardInterrupt',
  'a raised StopIteration': 'def add(a, b): raise StopIteration',
  'a patched print': `import builtins\nbuiltins.print = lambda *a, **k: None\n${WRONG}`,
  'patched builtins': `import builtins\nbuiltins.AssertionError = type("E", (BaseException,), {})\nbuiltins.compile = builtins.exec = lambda *a, **k: None\nbuiltins.all = builtins.any = lambda *a: True\n${WRONG}`,
  'a builtin the check uses, patched': `import builtins\nbuiltins.abs = lambda x: 0\n${WRONG}`,
  'an own __builtins__': `__builtins__ = {"abs": lambda x: 0, "AssertionError": Exception}\n${WRONG}`,
  'an object that equals a return code':
    'class E(int):\n    def __eq__(self, other): return True\n    def __index__(self): return 0\n    def __hash__(self): return 0\nclass F(Exception):\n    code = E()\ndef add(a, b): raise F',
  'the harness’s functions': `import sys\nfor name, module in list(sys.modules.items()):\n    if name.startswith("allpass_"):\n        for key in list(vars(module)):\n            if callable(vars(module)[key]) and not key.startswith("__"):\n                vars(module)[key] = lambda *a, **k: 0\n${WRONG}`,
  'the harness’s code': `import sys\nfor name, module in list(sys.modules.items()):\n    if name.startswith("allpass_"):\n        for value in list(vars(module).values()):\n            if hasattr(value, "__code__") and not value.__code__.co_freevars:\n                value.__code__ = (lambda *a, **k: 0).__code__\n${WRONG}`,
  'the harness’s codes': `import allpass_assertions as a, allpass_harness as h\na.RAISED = h.RAISED = a.DONE = 0\na._Check.imports = a._Check.code = compile("pass", "x", "exec")\n${WRONG}`,
  'a check of its own': `import sys\nsys.modules["allpass_assertions"]._Check.code = compile("pass", "x", "exec")\ndef check(c): pass\n${WRONG}`,
  'a check bound when the real one replaces it': `class Trap:\n    def __del__(self):\n        globals()["check"] = lambda c: None\ncheck = Trap()\n${WRONG}`,
  'a check bound by the function':
    'def add(a, b):\n    global check, add\n    check = lambda c: None\n    return 7',
  'a check bound by the garbage collector': `import gc\ngc.set_threshold(1)\ngc.callbacks.append(lambda *a: globals().__setitem__("check", lambda c: None))\n${WRONG}`,
  'a thread': `import threading\ndef wait():\n    import sys\n    sys.exit(0)\nthreading.Thread(target=wait).start()\n${WRONG}`,
  'a signal':
    'import signal, sys\nsignal.signal(signal.SIGINT, lambda *a: sys.exit(0))\ndef add(a, b): signal.raise_signal(signal.SIGINT)',
  'an except hook': `import sys\nsys.excepthook = lambda *a: None\nsys.unraisablehook = lambda *a: None\n${WRONG}`,
  'the globals of a frame below':
    'import sys\ndef add(a, b):\n    f = sys._getframe(0)\n    while f:\n        for k in list(f.f_globals):\n            if k == "check": f.f_globals[k] = lambda c: None\n        f = f.f_back\n    return 5 if (a, b) == (2, 3) else 0',
  'the harness’s frame while it loads': `import sys\nf = sys._getframe(1)\nf.f_globals["RAISED"] = f.f_globals["DONE"]\nf.f_locals["namespace"] = {}\n${WRONG}`,
  'the locals of the check’s frame':
    'import sys\ndef add(a, b):\n    sys._getframe(1).f_locals["candidate"] = lambda *a: 0\n    return 5',
  'a frame by way of a traceback':
    'def add(a, b):\n    try: 1 / 0\n    except Exception as e: f = e.__traceback__.tb_frame.f_back\n    f.f_locals["candidate"] = lambda *a: 0\n    return 5',
  'a frame by way of a generator':
    'def add(a, b):\n    def g(): yield g_.gi_frame.f_back.f_back\n    g_ = g()\n    f = next(g_)\n    f.f_locals["candidate"] = lambda *a: 0\n    return 5',
  'a jump past the assertions':
    'import sys\ndef add(a, b):\n    f = sys._getframe(1)\n    def trace(frame, event, arg):\n        if event == "line" and frame.f_code is f.f_code:\n            frame.f_lineno = f.f_code.co_firstlineno + 3\n        return trace\n    f.f_trace = trace\n    sys.settrace(trace)\n    return 5',
  'a tracer set while loading': `import sys\ndef trace(frame, event, arg):\n    if frame.f_code.co_name == "check" and event == "line" and frame.f_lineno == 2:\n        frame.f_locals["candidate"] = lambda a, b: a + b\n    return trace\nsys.settrace(trace)\n${WRONG}`,
  'a profiler': `import sys\ndef profile(frame, event, arg):\n    if frame.f_code.co_name == "check":\n        frame.f_locals["candidate"] = lambda a, b: a + b\nsys.setprofile(profile)\n${WRONG}`,
  'objects found by the garbage collector':
    'import gc\ndef add(a, b):\n    for o in gc.get_objects():\n        if isinstance(o, dict) and "check" in o: o["check"] = None\n    return 5 if a == 2 else 0',
  'the hook found by the garbage collector': `import gc, sys, types\nfor o in gc.get_objects():\n    if isinstance(o, types.FunctionType) and o.__name__ == "hook":\n        o.__defaults__ = (lambda x: None,)\n        o.__code__ = (lambda *a: None).__code__\ndef add(a, b):\n    sys._getframe(1).f_locals["candidate"] = lambda a, b: a + b\n    return a + b`,
  'memory written from C types':
    'import _ctypes\ndef add(a, b):\n    class C(_ctypes._SimpleCData): _type_ = "B"\n    C.from_address(id(add)).value = C.from_address(id(add)).value\n    return a + b',
  'a code object of its own making':
    'def add(a, b): return a + b\nadd.__code__ = add.__code__.replace(co_name="x")',
  'a pipe to the outside': 'import os\ndef add(a, b):\n    os.pipe()\n    return a + b',
  JavaScript: 'import js\ndef add(a, b):\n    js.Object.prototype.kind = "done"\n    return a + b',
};

describe('passes', () => {
  test.for(sampled(Object.entries(HONEST)))('%s', async ([, [source, check]]) => {
    expect(await outcomeOf(source, check)).toMatchObject({ type: 'checked' });
    await jobs.expectPristine();
  });

  test('gives what was printed', async () => {
    expect(await outcomeOf('def add(a, b):\n    print(a)\n    return a + b')).toMatchObject({
      type: 'checked',
      stdout: '2\n-1\n',
    });
  });

  test('starts every run from the same state', async () => {
    const source = 'import math\nassert not hasattr(math, "k")\nmath.k = 1\ndef add(a, b): return a + b';
    const { outcomes } = await jobs.run({ source, check: CHECK, mode: 'assert' }, ['', '', '']);
    expect(outcomes).toMatchObject([{ type: 'checked' }, { type: 'checked' }, { type: 'checked' }]);
  });
});

describe('fails', () => {
  test.for(sampled(Object.entries(FAILING)))('%s', async ([, [source, check, error]]) => {
    expect(await outcomeOf(source, check)).toMatchObject({ type: 'raised', error: { name: error } });
    await jobs.expectPristine();
  });

  test('a program that does not compile', async () => {
    expect(await outcomeOf('def add(a, b) return')).toMatchObject({ type: 'syntax-error' });
  });

  test('with the line of the check that did not hold', async () => {
    const outcome = await outcomeOf('def add(a, b): return 5');
    const trace = JSON.stringify(outcome);
    expect(trace).toContain('assert candidate(-1, 1) == 0');
    expect(trace).not.toContain('assertions');
  });

  test('a program that never ends', async () => {
    for (const body of [
      'while True: pass',
      'try:\n        while True: pass\n    except BaseException: return a + b',
    ]) {
      const { outcomes } = await run(`def add(a, b):\n    ${body}`, CHECK, limitsOf(0.7));
      expect(outcomes).toMatchObject([{ type: 'timed-out' }]);
    }
  });

  test('and the problem, not the program, where the check does not compile', async () => {
    const { loaded } = await run('def add(a, b): return a + b', 'assert (');
    expect(loaded).toMatchObject({
      type: 'lost',
      cause: expect.stringContaining('does not compile') as string,
    });
  });
});

describe('is not talked into a pass by', () => {
  const check = `import math\n${CHECK}\nassert abs(add(1, 1)) == 2`;
  test.for(sampled(Object.entries(FORGED)))('%s', async ([, source]) => {
    const before = jobs.workersBooted;
    for (const text of [CHECK, check]) {
      const outcome = await outcomeOf(source, text);
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ type: 'raised' });
    }
    expect(await outcomeOf('def add(a, b): return a + b')).toMatchObject({ type: 'checked' });
    expect(jobs.workersBooted).toBeGreaterThanOrEqual(before);
  });
});

const TESTS: Readonly<Record<string, string>> = {
  'functions of pytest': 'def test_a():\n    assert add(2, 3) == 5\n',
  'parameters of pytest':
    'import pytest\n@pytest.mark.parametrize("a, b", [(2, 3), pytest.param(4, 1)])\ndef test_a(a, b):\n    assert add(a, b) == pytest.approx(5)\n    with pytest.raises(TypeError, match="unsupported"):\n        add(a, "x")\n',
  'a class of pytest':
    'class TestAdd:\n    def setup_method(self):\n        self.sum = 5\n    def test_a(self):\n        assert add(2, 3) == self.sum\n',
  'cases of unittest':
    'import unittest\nclass T(unittest.TestCase):\n    def setUp(self):\n        self.sum = 5\n    def test_a(self):\n        with self.subTest("a"):\n            self.assertEqual(add(2, 3), self.sum)\n    @unittest.skip("later")\n    def test_b(self):\n        self.fail()\nif __name__ == "__main__":\n    unittest.main()\n',
  'a module of the program': 'from solution import add\ndef test_a():\n    assert add(2, 3) == 5\n',
  'a check that nobody calls': 'def check(candidate):\n    assert candidate(2, 3) == 5\n',
  'a guard': 'if __name__ == "__main__":\n    assert add(2, 3) == 5\n',
};

const FORGED_CASES = `import unittest\nunittest.TestCase.assertEqual = lambda *a: None\nunittest.TestResult.addFailure = lambda *a: None\n${WRONG}`;

describe('tests that a runner would find', () => {
  test.each(Object.entries(TESTS))('decide: %s', async (name, tests) => {
    const { check } = runnableCheck(tests, 'add');
    expect(await outcomeOf('def add(a, b): return a + b', check)).toMatchObject({ type: 'checked' });
    for (const wrong of [WRONG, 'pass', ...(name.startsWith('cases') ? [FORGED_CASES] : [])])
      expect(await outcomeOf(wrong, check)).toMatchObject({ type: 'raised' });
  });
});
