/** Tests which EvalPlus checks become tests of calls, and runs the other checks under Python. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { evalPlusCheck, evalPlusEntry, evalPlusTests } from './evalplus-check.ts';

const IS_FLOATS = `def is_floats(x) -> bool:
    # a float, or several
    if isinstance(x, float):
        return True
    if isinstance(x, (list, tuple)):
        return all(isinstance(i, float) for i in x)
    if isinstance(x, np.ndarray):
        return x.dtype == np.float64 or x.dtype == np.float32
    return False
`;
const BY_VALUE = `def assertion(out, exp, atol):
    if atol == 0 and is_floats(exp):
        atol = 1e-6
    if out != exp and atol != 0:
        assert np.allclose(out, exp, rtol=1e-07, atol=atol)
    else:
        assert out == exp, f"out: {out}, exp: {exp}"
`;
const BY_MATCH = `def assertion(out, exp, atol):
    exact_match = out == exp

    if atol == 0 and is_floats(exp):
        atol = 1e-6
    if not exact_match and atol != 0:
        assert np.allclose(out, exp, rtol=1e-07, atol=atol)
    else:
        assert exact_match
`;
const AS_SETS = BY_VALUE.replace(
  '    if out != exp',
  '    out = set(out)\n    exp = set(exp)\n    if out != exp',
);
const NOT_NONE = `def assertion(out, exp, atol):
    if isinstance(out, bool):
        exact_match = out == exp
    else:
        exact_match = exp == (out is not None)
`;
const SORTED = `def assertion(out, exp, atol):
    assert sorted(out) == sorted(exp)
`;

function checkSource(assertion: string, results: string, inputs = '[[1]]', tolerance = '0'): string {
  return `import numpy as np
from math import inf

${IS_FLOATS}

${assertion}

inputs = ${inputs}
results = ${results}
for i, (inp, exp) in enumerate(zip(inputs, results)):
    assertion(f(*inp), exp, ${tolerance})
`;
}

describe('the common rule', () => {
  it.each([
    ['of MBPP+', checkSource(BY_VALUE, '[2]')],
    ['of HumanEval+', checkSource(BY_MATCH, '[2]')],
    ['with a tolerance that is the usual one', checkSource(BY_VALUE, '[2]', '[[1]]', '1e-06')],
    ['with comments', checkSource(BY_VALUE.replace('    else:', '    # otherwise\n    else:'), '[2]')],
  ])('%s makes tests of calls', (_, test) => {
    expect(evalPlusTests(test, 'f')).toMatchObject({ mode: 'call', functionName: 'f', checker: 'evalplus' });
  });

  it.each([
    ['sets', checkSource(AS_SETS, '[[2]]')],
    ['not None', checkSource(NOT_NONE, '[True]')],
    ['sorted values', checkSource(SORTED, '[[2]]')],
    ['another tolerance', checkSource(BY_VALUE, '[2.5]', '[[1]]', '0.0001')],
    ['another relative tolerance', checkSource(BY_VALUE.replace('1e-07', '1e-02'), '[2.5]')],
    ['tuples', checkSource(BY_VALUE, '[(1, 2)]')],
    ['arguments that are tuples', checkSource(BY_VALUE, '[1]', '[[(1, 2)]]')],
    ['infinity', checkSource(BY_VALUE, '[inf]')],
    ['a reference', checkSource(BY_VALUE, '[2]').replace('exp, 0)', 'ref_func(*inp), 0)')],
    ['more than the loop', `${checkSource(BY_VALUE, '[2]')}assert f(3) == 4\n`],
    ['more than one result', checkSource(BY_VALUE, '[2]').replace('exp, 0)', 'exp, g(*inp), 0)')],
  ])('is not that of %s', (_, test) => {
    expect(evalPlusTests(test, 'f')).toBeNull();
    expect(evalPlusEntry(test)).toBe('f');
  });
});

const isThere = spawnSync('python3', ['--version']).status === 0;
if (!isThere) console.warn('Skipped: there is no python3 here.');

describe.skipIf(!isThere)('a check (skipped without python3)', () => {
  /** Whether a program passes a check, executed by Python. */
  function passes(program: string, test: string): boolean {
    const check = evalPlusCheck(test, () => undefined);
    expect(check).not.toMatch(/\bnumpy\b/);
    return spawnSync('python3', ['-c', `${program}\n${check}`]).status === 0;
  }

  const programReturning = (value: string): string => `def f(x):\n    return ${value}`;

  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    [
      'sets',
      checkSource(AS_SETS, '[[3, 1]]'),
      ['[1, 3]', '[3, 1, 1]', '(1, 3)', '{1, 3}'],
      ['[1]', '[1, 2, 3]', '1', 'None'],
    ],
    ['sets of nothing', checkSource(AS_SETS, '[[]]'), ['[]', 'set()'], ['[1]', 'None']],
    ['not None', checkSource(NOT_NONE, '[True]'), ['object()', 'True', '0', '""'], ['None', 'False']],
    ['None', checkSource(NOT_NONE, '[False]'), ['None', 'False'], ['object()', 'True', '0']],
    [
      'a tolerance',
      checkSource(BY_VALUE, '[2.5]', '[[1]]', '0.0001'),
      ['2.5', '2.50005', '2.49995'],
      ['2.5002', '2', '"2.5"', 'None', '[2.5]', 'float("nan")'],
    ],
    [
      'floats',
      checkSource(BY_VALUE, '[[1.5, inf]]'),
      ['[1.5, inf]', '[1.5000001, inf]', '(1.5, inf)'],
      ['[1.5]', '[1.5, inf, inf]', '[1.5, 1e308]', '[1.6, inf]', '[]', '{1.5: 2, inf: 3}'],
    ],
    [
      'nothing',
      checkSource(BY_VALUE, '[[], inf]', '[[1], [2]]'),
      ['[] if x == 1 else inf'],
      ['[5] if x == 1 else inf'],
    ],
    [
      'tuples',
      checkSource(BY_MATCH, '[(1, [2])]'),
      ['(1, [2])', '(1.0, [2])'],
      ['[1, [2]]', '(1, (2,))', '(1.0000001, [2])'],
    ],
    ['sorted values', checkSource(SORTED, '[[1, 2]]'), ['[2, 1]'], ['[1]']],
  ])('of %s decides', (_, test, rightProgram, wrongProgram) => {
    for (const value of rightProgram)
      expect([value, passes(`from math import inf\n${programReturning(value)}`, test)]).toEqual([
        value,
        true,
      ]);
    for (const value of wrongProgram)
      expect([value, passes(`from math import inf\n${programReturning(value)}`, test)]).toEqual([
        value,
        false,
      ]);
  });
});

it('a check that asserts nothing is told, and asserts', () => {
  const repairs: string[] = [];
  const check = evalPlusCheck(checkSource(NOT_NONE, '[True]'), (reason) => repairs.push(reason));
  expect(repairs).toEqual([expect.stringContaining('asserts nothing')]);
  expect(check).toContain('        exact_match = exp == (out is not None)\n    assert exact_match\n');
  const completeCheck = checkSource(`${NOT_NONE}    assert exact_match\n`, '[True]');
  expect(
    evalPlusCheck(completeCheck, (reason) => repairs.push(reason)).match(/assert exact_match/g),
  ).toHaveLength(1);
  expect(repairs).toHaveLength(1);
});

it('a root that is held against its polynomial the wrong way round is told, and held the right way', () => {
  const reasons: string[] = [];
  const test = 'def check(candidate):\n    assert _poly(*candidate(*inp), inp) <= 0.0001\n';
  const check = evalPlusCheck(test, (reason) => reasons.push(reason));
  expect(check).toContain('    assert abs(_poly(*inp, candidate(*inp))) <= 0.0001\n');
  expect(reasons).toEqual([expect.stringContaining('no program can pass')]);
});

it('a check that needs more of numpy keeps its import', () => {
  const test = checkSource(
    BY_VALUE.replace('    else:', '    elif np.isnan(out):\n        pass\n    else:'),
    '[2]',
  );
  expect(evalPlusCheck(test, () => undefined)).toBe(test);
});
