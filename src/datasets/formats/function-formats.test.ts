import { describe, expect, it } from 'vitest';
import { read, HUMANEVAL, EVALPLUS_TEST, MBPP } from '../../../tests/builders/data-set-row.ts';

describe('a row of a set of functions', () => {
  it.each<[string, unknown, string, Record<string, unknown>]>([
    [
      'LeetCodeDataset',
      {
        task_id: 'a',
        problem_description: 'P',
        entry_point: 'Solution().f',
        starter_code: 'def f(self, a):',
        test: 'def check(candidate):\n    assert candidate(a = 1) == True\n',
        difficulty: 'Easy',
        tags: ['Array'],
      },
      'leetcode',
      { id: 'a', mode: 'call', fn_name: 'f', tests: [{ input: [1], output: true }] },
    ],
    [
      'LeetCodeDataset, where a check is more than calls',
      {
        task_id: 'a',
        problem_description: 'P',
        entry_point: 'Solution().f',
        test: 'def check(candidate):\n    assert sorted(candidate(a = 1)) == [1]\n',
      },
      'leetcode',
      {
        mode: 'assert',
        check: 'def check(candidate):\n    assert sorted(candidate(a = 1)) == [1]\n\ncheck(Solution().f)\n',
      },
    ],
    [
      'HumanEval',
      HUMANEVAL,
      'humaneval',
      {
        id: 'HumanEval/1',
        mode: 'assert',
        check: `${HUMANEVAL.test}\ncheck(f)\n`,
        starter_code: HUMANEVAL.prompt,
      },
    ],
    [
      'HumanEval+ with results',
      { ...HUMANEVAL, test: EVALPLUS_TEST },
      'humanevalplus',
      {
        mode: 'call',
        checker: 'evalplus',
        tests: [
          { input: [1], output: 1 },
          { input: [2.5], output: 2.5 },
        ],
      },
    ],
    [
      'HumanEval+ with a comparison of its own',
      {
        ...HUMANEVAL,
        test: EVALPLUS_TEST.replace('assertion(candidate(*inp), exp, 0)', 'assert poly(*inp) < 1'),
      },
      'humanevalplus',
      { mode: 'assert' },
    ],
    [
      'MBPP',
      MBPP,
      'mbpp',
      { id: 'Mbpp/3', mode: 'assert', check: 'import math\nassert f(1) == 2\n', fn_name: 'f' },
    ],
    [
      'MBPP+ on the Hub',
      { ...MBPP, test: EVALPLUS_TEST.replace('candidate(*inp)', 'f(*inp)') },
      'mbppplus',
      { mode: 'call', fn_name: 'f', checker: 'evalplus' },
    ],
    [
      'MBPP, asked by another function',
      { ...MBPP, test_list: ['assert math.isclose(f(1), 2.0)'], code: 'def f(x): return x' },
      'mbpp',
      { fn_name: 'f', check: 'import math\nassert math.isclose(f(1), 2.0)\n' },
    ],
    [
      'MBPP, without the import that its assertions need',
      { ...MBPP, test_setup_code: '', test_list: ['assert math.isclose(f(1), 2.0)'] },
      'mbpp',
      { fn_name: 'f', check: 'import math\nassert math.isclose(f(1), 2.0)\n' },
    ],
    [
      'MBPP with an entry point',
      { ...MBPP, entry_point: 'g', test_list: ['assert h(g(1)) == 2'] },
      'mbpp',
      { fn_name: 'g' },
    ],
    [
      'MBPP with its assertions in one text',
      { ...MBPP, test_list: 'assert g(1) == 2\nassert g(2) == 3' },
      'mbpp',
      { fn_name: 'g', check: 'import math\nassert g(1) == 2\nassert g(2) == 3\n' },
    ],
    [
      'MBPP+ with inputs alone',
      {
        task_id: 'Mbpp/3',
        prompt: '"""\nW\n"""',
        entry_point: 'g',
        assertion: 'assert set(g(1)) == {2}',
        plus_input: {},
      },
      'mbppplus',
      { id: 'Mbpp/3', mode: 'assert', fn_name: 'g', prompt: 'W' },
    ],
    [
      'MBPP+ with a check of a candidate',
      { ...MBPP, test: EVALPLUS_TEST.replace('exp, 0)', 'exp, 0.0001)') },
      'mbppplus',
      { mode: 'assert', fn_name: 'f', check: expect.stringMatching(/\ncheck\(f\)\n$/) },
    ],
    [
      'MBPP+ with an empty check',
      { ...MBPP, test: ' ' },
      'mbppplus',
      { mode: 'assert', fn_name: 'f', check: 'import math\nassert f(1) == 2\n' },
    ],
    [
      'HumanEval with assertions as they are',
      { ...HUMANEVAL, test: 'assert f(1) == 1' },
      'humaneval',
      { mode: 'assert', check: 'assert f(1) == 1\n' },
    ],
    [
      'MBPP+ that compares as sets',
      {
        ...MBPP,
        test_list: ['assert (g(1)) == [2]'],
        test: EVALPLUS_TEST.replace('candidate(', 'g(').replace(
          'def check(candidate):',
          'def assertion(out, exp, atol):\n    assert set(out) == set(exp)\nif True:',
        ),
      },
      'mbppplus',
      { mode: 'assert', fn_name: 'g', time_limit_s: 60 },
    ],
  ])('of %s', async (_, inputRow, format, expected) => {
    const { row, ...told } = await read(inputRow);
    expect(told.format).toBe(format);
    expect(row).toMatchObject(expected);
  });
});
