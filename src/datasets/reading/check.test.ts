import { Misfit } from './fields.ts';
import { describe, expect, it } from 'vitest';
import { functionChecked, runnableCheck } from './check.ts';

/** Returns the message for a check that is rejected, or else the calls that were added to it. */
function readAs(check: string, functionName: string | null = 'add'): string {
  try {
    const { check: completedCheck, isCompleted } = runnableCheck(check, functionName);
    return isCompleted
      ? `+ ${completedCheck.startsWith(check) ? completedCheck.slice(check.length).trim() : completedCheck}`
      : 'as it is';
  } catch (error) {
    if (error instanceof Misfit) return error.message;
    throw error;
  }
}

const HOLDS = 'assert add(1, 2) == 3';

describe('a check that can fail', () => {
  it.each([
    ['assertions', `${HOLDS}\nassert add(0, 0) == 0, "none"`],
    ['a check that is called', `def check(candidate):\n    assert candidate(1, 2) == 3\ncheck(add)\n`],
    ['an assertion in a loop', 'for a, b, c in [(1, 2, 3)]:\n    assert add(a, b) == c'],
    ['a helper that asserts', 'def same(x, y):\n    assert x == y\nsame(add(1, 2), 3)'],
    ['a raise', 'if add(1, 2) != 3:\n    raise ValueError("wrong")'],
    ['an exit', 'import sys\nif add(1, 2) != 3:\n    sys.exit(1)'],
    ['numpy’s assertions', 'import numpy as np\nnp.testing.assert_allclose(add(1, 2), 3)'],
    [
      'a caught error that is counted',
      `bad = 0\ntry:\n    ${HOLDS}\nexcept Exception:\n    bad += 1\nassert bad == 0`,
    ],
    ['an expected error', 'try:\n    add()\n    assert False\nexcept TypeError:\n    pass'],
    ['a handler that fails', `try:\n    ${HOLDS}\nexcept AssertionError:\n    raise SystemExit(1)`],
    ['a program reached by its name', 'f = globals()["add"]\nassert f(1, 2) == 3'],
    ['a program that is imported', 'from solution import add\nassert add(1, 2) == 3'],
    ['a module of the program', 'import solution\nassert solution.add(1, 2) == 3'],
    ['a lambda', 'same = lambda x, y: x == y\nassert same(add(1, 2), 3)'],
    ['a method', 'class Same:\n    def __init__(self, x):\n        assert x == 3\nSame(add(1, 2))'],
    [
      'a coroutine that is run',
      'import asyncio\nasync def go():\n    assert add(1, 2) == 3\nasyncio.run(go())',
    ],
    ['a generator that is asked for', 'def go():\n    assert add(1, 2) == 3\n    yield\nlist(go())'],
    ['tests called in a loop', 'def test_a():\n    assert add(1, 2) == 3\nfor t in [test_a]:\n    t()'],
    ['a test that is called', 'def test_a():\n    assert add(1, 2) == 3\ntest_a()'],
  ])('stays as it is: %s', (_, check) => {
    expect(readAs(check)).toBe('as it is');
  });
});

describe('a check that can fail for no program', () => {
  it.each([
    ['nothing', '', 'so that every program would pass'],
    ['a comment', '# assert add(1, 2) == 3', 'so that every program would pass'],
    ['a text', '"""assert add(1, 2) == 3"""', 'so that every program would pass'],
    ['a print', 'print(add(1, 2) == 3)', 'so that every program would pass'],
    ['a comparison', 'add(1, 2) == 3', 'so that every program would pass'],
    [
      'a helper that nobody calls',
      'def same():\n    assert add(1, 2) == 3',
      'so that every program would pass',
    ],
    [
      'a check that returns',
      'def check(candidate):\n    return candidate(1, 2) == 3\ncheck(add)',
      'so that every program would pass',
    ],
    ['a tuple', 'assert (add(1, 2) == 3, "wrong")', 'so that every program would pass'],
    [
      'a tuple in a test',
      'def test_a():\n    assert (add(1, 2) == 3, "wrong")',
      'so that every program would pass',
    ],
    ['or True', 'assert add(1, 2) == 3 or True', 'so that every program would pass'],
    ['a text that holds', 'assert "add(1, 2) == 3"', 'so that every program would pass'],
    ['errors caught', `try:\n    ${HOLDS}\nexcept:\n    pass`, 'so that every program would pass'],
    [
      'errors caught by kind',
      `try:\n    ${HOLDS}\nexcept (ValueError, AssertionError) as e:\n    print(e)`,
      'so that every program would pass',
    ],
    [
      'errors caught around a call',
      `def t():\n    ${HOLDS}\ntry:\n    t()\nexcept Exception:\n    pass`,
      'so that every program would pass',
    ],
    [
      'errors suppressed',
      `import contextlib\nwith contextlib.suppress(Exception):\n    ${HOLDS}`,
      'so that every program would pass',
    ],
    [
      'what comes behind a return',
      `def check(f):\n    return\n    ${HOLDS}\ncheck(add)`,
      'so that every program would pass',
    ],
    ['if False', `if False:\n    ${HOLDS}`, 'so that every program would pass'],
    ['a test of nothing', 'def test_a():\n    pass', 'so that every program would pass'],
    [
      'tests within a test',
      'def test_a():\n    def test_b():\n        assert add(1, 2) == 3',
      'so that every program would pass',
    ],
    [
      'a coroutine that is made',
      'async def go():\n    assert add(1, 2) == 3\ngo()',
      'so that every program would pass',
    ],
    [
      'a generator that is made',
      'def go():\n    assert add(1, 2) == 3\n    yield\ngo()',
      'so that every program would pass',
    ],
    [
      'only skipped tests',
      '@pytest.mark.skip\ndef test_a():\n    assert add(1, 2) == 3',
      'so that every program would pass',
    ],
    [
      'only skipped cases',
      'import unittest\nclass T(unittest.TestCase):\n    @unittest.skip("later")\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)',
      'so that every program would pass',
    ],
    ['assertions on itself', 'x = 3\nassert x == 3', 'uses nothing of the program'],
    [
      'a program of its own',
      'def add(a, b):\n    return a + b\nassert add(1, 2) == 3',
      'uses nothing of the program',
    ],
    [
      'a candidate that it ignores',
      'def check(candidate):\n    assert 1 + 2 == 3\ncheck(add)',
      'uses nothing of the program',
    ],
    ['another function', 'assert sub(3, 1) == 2', 'never uses add'],
    ['a coroutine as a test', 'async def test_a():\n    assert add(1, 2) == 3', 'a test that is a coroutine'],
    ['a fixture', 'def test_a(pair):\n    assert add(*pair) == 3', 'a fixture of pytest'],
    ['xfail', '@pytest.mark.xfail\ndef test_a():\n    assert add(1, 2) == 3', "pytest's mark xfail"],
    [
      'a set-up',
      'def setup_module():\n    pass\ndef test_a():\n    assert add(1, 2) == 3',
      'which only a runner of tests calls',
    ],
    [
      'more of pytest',
      'import pytest\ndef test_a():\n    with pytest.warns(UserWarning):\n        assert add(1, 2) == 3',
      'uses pytest.warns',
    ],
  ])('is refused: %s', (_, check, refusal) => {
    expect(readAs(check)).toContain(refusal);
  });

  it('is refused where nothing says what it checks', () => {
    expect(readAs('def check(candidate):\n    assert candidate(1, 2) == 3', null)).toContain(
      'does not call it, and the problem names no function',
    );
  });
});

describe('tests that nothing calls', () => {
  it.each([
    ['functions', `def test_a():\n    ${HOLDS}\n\ndef test_b():\n    ${HOLDS}\n`, '+ test_a()\ntest_b()'],
    ['beside assertions', `${HOLDS}\ndef test_a():\n    ${HOLDS}\n`, '+ test_a()'],
    ['a check', 'def check(candidate):\n    assert candidate(1, 2) == 3\n', '+ check(add)'],
    [
      'parameters',
      `@pytest.mark.parametrize("a, b", [(1, 2)])\n@pytest.mark.parametrize(["c"], [(3,)])\ndef test_a(a, b, c):\n    assert add(a, b) == c\n`,
      `+ for _allpass_0 in [(1, 2)]:\n    for _allpass_1 in [(3,)]:\n        test_a(**dict(zip(["a","b"], _allpass_0, strict=True)), **{'c': _allpass_1[0] if type(_allpass_1).__name__ == 'ParameterSet' else _allpass_1})`,
    ],
    [
      'a class',
      `class TestAdd:\n    def setup_method(self):\n        self.x = 3\n    def test_a(self):\n        assert add(1, 2) == self.x\n`,
      '+ _allpass_case = TestAdd()\n_allpass_case.setup_method()\n_allpass_case.test_a()',
    ],
  ])('are called: %s', (_, check, addedCalls) => {
    expect(readAs(check)).toBe(addedCalls);
  });

  it('are run by unittest’s own rules, once', () => {
    const check = `import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\nif __name__ == "__main__":\n    unittest.main()\n`;
    const { check: completedCheck } = runnableCheck(check, 'add');
    expect(completedCheck).toContain('if True:\n    pass');
    expect(completedCheck.trimEnd().endsWith('_allpass_run_cases(T)')).toBe(true);
    expect(runnableCheck(completedCheck, 'add')).toEqual({ check: completedCheck, isCompleted: false });
  });

  it('are run behind the guard of a script', () => {
    const { check } = runnableCheck(`if __name__ == '__main__':\n    ${HOLDS}`, 'add');
    expect(check).toBe(`if True:\n    ${HOLDS}`);
  });
});

it('finds the function that tests are of', () => {
  expect(functionChecked('def test_a():\n    assert add(1, 2) == 3')).toBe('add');
  expect(
    functionChecked(
      'from solution import add\nclass TestAdd:\n    def test_a(self):\n        x = len([1])\n        assert add(1, x) == 3',
    ),
  ).toBe('add');
  expect(
    functionChecked(
      'import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(sub(3, 1), 2)',
    ),
  ).toBe('sub');
  expect(functionChecked('def check(candidate):\n    assert candidate(1)\ncheck(add)')).toBe('add');
  expect(functionChecked('def check(candidate):\n    assert candidate(1)')).toBeNull();
});

it('reads a nested table in no time', () => {
  const check = `inputs = ${'['.repeat(5000)}${']'.repeat(5000)}\nassert add(1, 2) == 3`;
  expect(readAs(check)).toBe('as it is');
});
