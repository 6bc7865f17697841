import { expect, test } from 'vitest';
import { compareApproximately, compareEvalPlus } from './approximate-values.ts';
import { parseExpected, parseTagged } from './value-text.ts';

const cases: readonly [expected: string, got: string, approximately: boolean, evalPlus: boolean][] = [
  ['1.0', '{"f":"1.0000001"}', true, true],
  ['1.0', '{"f":"1.00001"}', false, false],
  // For a large number, one rule allows a difference of 1e-6 of it, the other 1e-7.
  ['1000000.0', '{"f":"1000000.5"}', true, false],
  ['0.0', '{"f":"0.0000009"}', true, true],
  ['[1.5, 2.5]', '[{"f":"1.50000001"},{"f":"2.50000001"}]', true, true],
  // EvalPlus has a tolerance for a float, and for a list of only floats.
  ['[1.5, [2.5]]', '[{"f":"1.50000001"},[{"f":"2.50000001"}]]', true, false],
  ['[1.5, null]', '[{"f":"1.50000001"},null]', true, false],
  ['[1.5]', '[{"f":"1.5"},{"f":"1.5"}]', false, false],
  ['{"a": 0.1}', '{"d":[["a",{"f":"0.10000001"}]]}', true, false],
  ['{"a": 0.1}', '{"d":[["b",{"f":"0.1"}]]}', false, false],
  ['2', '{"f":"2.0000001"}', true, false],
  ['2', '{"f":"2.0"}', true, true],
  ['[1, 2]', '{"t":[{"i":"1"},{"i":"2"}]}', true, false],
  // Two ints are compared exactly.
  ['1000000000', '{"i":"1000000001"}', false, false],
  ['NaN', '{"f":"nan"}', false, false],
  ['"1.0"', '{"f":"1.0"}', false, false],
  // EvalPlus first requires the same type, unless the two are equal.
  ['[1.0]', '{"t":[{"f":"1.0000001"}]}', true, false],
  ['[]', '{"t":[]}', true, false],
  ['[]', '[]', true, true],
  ['1e9', '{"i":"1000000001"}', true, false],
  ['1e9', '{"i":"1000000000"}', true, true],
  ['1.0', 'true', true, true],
  ['1e9', '[{"f":"1e+09"}]', false, false],
  // Inside a list NumPy accepts any numbers, and repeats a list of one item.
  ['[1e9, 1.0]', '[{"i":"1000000001"},true]', true, true],
  ['[0.5]', '[{"frac":"500001/1000000"}]', false, true],
  ['[0.5]', '[{"dec":"0.50000001"}]', true, false],
  ['[0.5, 0.5]', '[[{"f":"0.5"},{"f":"0.5"}],[{"f":"0.5"},{"f":"0.5"}]]', false, true],
  ['[0.5, 0.5]', '[[{"f":"0.5"}],{"f":"0.5"}]', false, false],
  ['[0.5, 0.5]', '[[{"f":"0.5"}],[{"f":"0.5"}]]', false, true],
  ['[0.5, 0.5]', '[[null],[{"f":"0.5"}]]', false, false],
  ['0.5', '{"frac":"500001/1000000"}', false, false],
  ['0.5', '{"frac":"5000001/10000000"}', true, false],
  ['0.5', '{"dec":"0.5000001"}', true, false],
  ['1', '{"dec":"1.0000001"}', true, false],
  ['0.5', '{"dec":"NaN"}', false, false],
  // No number is near an infinite one.
  ['Infinity', '{"f":"1.0"}', false, false],
  ['Infinity', '{"f":"-inf"}', false, false],
  ['[Infinity]', '[{"f":"1.0"}]', false, false],
  ['[Infinity, 1.0]', '[{"f":"inf"},{"f":"1.0000001"}]', true, true],
];

test.for(cases)('%s against %s', ([expected, got, approximately, evalPlus]) => {
  const [expectedValue, returnedValue] = [parseExpected(expected)!, parseTagged(got)!];
  expect(compareApproximately(expectedValue, returnedValue).equal).toBe(approximately);
  expect(compareEvalPlus(expectedValue, returnedValue).equal).toBe(evalPlus);
});
