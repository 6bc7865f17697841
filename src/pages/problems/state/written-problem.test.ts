import { expect, it } from 'vitest';
import { stringifyLossless } from '../../../base/lossless-json.ts';
import { idOf, writtenProblem, type WrittenFields } from './written-problem.ts';

const SUM: WrittenFields = {
  title: 'Two Lamps: a sum',
  statement: 'Add two numbers.',
  mode: 'stdin',
  functionName: '',
  starterCode: '',
  difficulty: 'easy',
  timeLimit: '2',
  memoryLimit: '256',
  tests: [
    { input: '1 2\n', output: '3\n', isPublic: false },
    { input: '0 0\n', output: '0\n', isPublic: true },
  ],
};

function faultsOf(change: Partial<WrittenFields>) {
  const result = writtenProblem({ ...SUM, ...change });
  return result.ok ? [] : result.faults.map(({ field, test, message }) => [field, test, message]);
}

it('is a row of problems.jsonl, its public tests first', () => {
  const result = writtenProblem(SUM);
  expect(result.ok && stringifyLossless(result.row)).toBe(
    '{"id":"own/two-lamps-a-sum","source":"own","title":"Two Lamps: a sum","difficulty":"easy","prompt":"Add two numbers.",' +
      '"mode":"stdin","tests":[{"input":"0 0\\n","output":"0\\n"},{"input":"1 2\\n","output":"3\\n"}],"public_tests":1,' +
      '"time_limit_s":2,"memory_limit_mb":256}',
  );
  expect(result.ok && result.problem).toMatchObject({ publicTests: 1, testCount: 2, timeLimitSeconds: 2 });
  expect(idOf('  ')).toBe('own/');
});

it('reads calls and values as Python writes them', () => {
  const result = writtenProblem({
    ...SUM,
    mode: 'call',
    functionName: 'add',
    tests: [{ input: "add(1, 'x')", output: '[1, None]', isPublic: true }],
  });
  expect(result.ok && result.problem.tests).toEqual([{ input: '[1,"x"]', output: '[1,null]' }]);
});

it.each<[Partial<WrittenFields>, unknown[][]]>([
  [{ title: '!' }, [['title', undefined, 'Enter a title.']]],
  [{ statement: ' ' }, [['statement', undefined, 'Enter a statement.']]],
  [{ tests: [] }, [['tests', undefined, 'Add a test.']]],
  [{ timeLimit: '0' }, [['timeLimit', undefined, 'Enter the time limit in seconds, such as 6.']]],
  [{ timeLimit: '100000' }, [['timeLimit', undefined, expect.stringMatching(/^time_limit_s /)]]],
  [
    { mode: 'call', functionName: 'f', tests: [{ input: 'f(1', output: '1, 2', isPublic: true }] },
    [
      ['input', 0, expect.stringMatching(/^Line 1, character 4: /)],
      ['output', 0, 'Enter one value, such as [1, "two", None].'],
    ],
  ],
])('names what is missing or wrong in %j', (change, faults) => {
  const found = faultsOf(change);
  expect(found.length).toBeGreaterThan(0);
  expect(found.slice(0, faults.length)).toMatchObject(faults);
});
