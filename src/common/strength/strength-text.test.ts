import { expect, it } from 'vitest';
import { killedShare, killedText, leftOutText, testList } from './strength-text.ts';

it('only all is 100 %, and only none is 0 %', () => {
  const shares = [
    [0, 0],
    [0, 9],
    [1, 1000],
    [999, 1000],
    [7, 7],
  ].map(([killed, mutants]) => killedShare({ killed: killed!, mutants: mutants! }));
  expect(shares).toEqual(['–', '0 %', '1 %', '99 %', '100 %']);
});

it('no mutant is called wrong that no test rejects', () => {
  expect(killedText({ killed: 42, mutants: 45 })).toBe('The tests reject 93 % of the mutants: 42 of 45.');
  expect(killedText({ killed: 8, mutants: 8 })).toBe('The tests reject all 8 mutants.');
  expect(killedText({ killed: 1, mutants: 1 })).toBe('The tests reject the only mutant.');
  expect(killedText({ killed: 0, mutants: 0 })).toMatch(/^No mutant ran/);
});

it('tests are named by their number from 1, a few of many', () => {
  expect(testList([0])).toBe('Test 1');
  expect(testList([0, 3, 8])).toBe('Tests 1, 4 and 9');
  const many = Array.from({ length: 30 }, (_, index) => index);
  expect(testList(many)).toMatch(/^Tests 1, 2, .*, 20 and 10 more$/);
});

it('programs that do not count are named', () => {
  expect(leftOutText({ broken: 0, equal: 0, hanging: 0 })).not.toContain('Left out');
  expect(leftOutText({ broken: 1, equal: 0, hanging: 2 })).toMatch(
    /Left out: 1 that would not compile, 2 that did not end\.$/,
  );
});
