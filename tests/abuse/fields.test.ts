/** Numbers that a problem may not have. */
import { expect, it } from 'vitest';
import { readProblems } from '../../src/datasets/problem-file.ts';
import { REFUSED } from './fields.ts';

it.each(Object.entries(REFUSED))('refused in one sentence: %s', (_, { change, says }) => {
  const line = JSON.stringify({
    id: 'p',
    mode: 'stdin',
    prompt: '',
    tests: [{ input: '', output: '1' }],
    ...change,
  });
  const { problems, faults } = readProblems(line);
  expect(problems).toEqual([]);
  expect(faults).toHaveLength(1);
  expect(`field ${faults[0]!.field}: ${faults[0]!.fault}`).toContain(says);
});

it.each(['NaN', 'Infinity', '-Infinity', '1e400', '1e-400'])('a limit of %s is refused', (numeral) => {
  const line = `{"id":"p","mode":"stdin","prompt":"","tests":[{"input":"","output":"1"}],"time_limit_s":${numeral}}`;
  expect(readProblems(line).faults[0]!.fault).toBe('must be a number from 0.1 to 3600');
});
