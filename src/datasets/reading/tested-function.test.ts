/** Tests which function is detected in the assertions of MBPP and similar sets. */
import { describe, expect, it } from 'vitest';
import { importedIn, modulesUsed, testedFunction } from './tested-function.ts';

describe('the tested function', () => {
  it.each([
    ['assert area(2) == 4', 'area'],
    ['assert math.isclose(area(2), 12.5, rel_tol=0.001)', 'area'],
    ['assert isclose(area(2), 12.5)', 'area'],
    ['assert abs(area(2) - 12.5) <= 1e-3', 'area'],
    ['assert set(area(2)) == set([1, 2])', 'area'],
    ['assert sorted(set(area(2)), key=len) == [1]', 'area'],
    ['assert int(area(2)) == 3', 'area'],
    ['assert (area(2)) == 3', 'area'],
    ['assert area (2) == 3', 'area'],
    ['assert not area(2)', 'area'],
    ['assert [1, 2] == area(2)', 'area'],
    ['assert all(x in area(2) for x in (1, 2))', 'area'],
    ['assert "f(x)" in area("g(y)") # h(z)', 'area'],
    ['assert isinstance(area(2), int) and area(2) > 1', 'area'],
    ['x = [1]\nassert area(x) == 1', 'area'],
    ['assert np.allclose(area([1.0]), [2.0])', 'area'],
    ['assert area(2) is None', 'area'],
    ['assert area(2)[0] == 1', 'area'],
    // The tested function may have the name of a builtin.
    ['assert sum(10, 15) == 25', 'sum'],
    ['assert area == 3', null],
    ['assert Circle.unit().area() == 3', null],
    ['', null],
  ])('of %j is %s', (asserts, name) => {
    expect(testedFunction(asserts, '', '')).toBe(name);
  });

  it.each([
    ['by the solution, a builtin', 'assert len(max(1, 2)) == 1', '', 'def max(a, b):\n    return [a]', 'max'],
    [
      'not a class of it',
      'assert height(Node(1)) == 1',
      '',
      'class Node:\n    pass\ndef height(n): pass',
      'height',
    ],
    [
      'not a class that is called first',
      'assert Node(1) in walk(3)',
      '',
      'class Node: pass\ndef walk(n): pass',
      'walk',
    ],
    ['not a helper of the set-up', 'assert tree(1) == grow(2)', 'def tree(n):\n    return n', '', 'grow'],
    ['not an import of the set-up', 'assert approx(area(2), 3)', 'from pytest import approx', '', 'area'],
    ['a lambda of the solution', 'assert twice(2) == 4', '', 'twice = lambda x: 2 * x', 'twice'],
    [
      'with the line ends of Windows',
      'assert int(share(7)) == 3',
      '',
      'import math\r\ndef share(a):\r\n  return a',
      'share',
    ],
  ])('is told %s', (_, asserts, setup, solution, name) => {
    expect(testedFunction(asserts, setup, solution)).toBe(name);
  });
});

it('modules and imports are told by name', () => {
  expect(modulesUsed('assert math.isclose(f("re.sub(x)"), a.b.c(1))\nre.match(f(1))')).toEqual([
    'math',
    're',
  ]);
  expect([
    ...importedIn('import math, os.path as p\nfrom re import (sub, match as m)\nimport numpy as np; x = 1'),
  ]).toEqual(['math', 'p', 'sub', 'm', 'np']);
});
