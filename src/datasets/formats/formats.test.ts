/** Tests each format with a sample row: no other format matches the row, and the problem is read correctly. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FORMATS, sniffedFormat, unknownRow } from './formats.ts';
import {
  rowOf,
  read,
  LCB,
  TACO,
  HUMANEVAL,
  MBPP,
  CODEFORCES,
  CONTESTS,
} from '../../../tests/builders/data-set-row.ts';

describe('a row', () => {
  it.each<[string, unknown, string, Record<string, unknown>]>([
    [
      'LiveCodeBench: public tests, then private ones out of a pickled text',
      LCB,
      'livecodebench',
      {
        id: '12',
        mode: 'call',
        fn_name: 'f',
        tests: [
          { input: [1], output: 2 },
          { input: [Number('12345678901234567890')], output: 1 },
        ],
        public_tests: 1,
        difficulty: 'hard',
        preamble: true,
        meta: { platform: 'leetcode', contest_date: '2024-01-01T00:00:00' },
      },
    ],
    [
      'LiveCodeBench: private tests as JSON, by stdin',
      {
        ...LCB,
        metadata: '{}',
        public_test_cases: '[]',
        private_test_cases: '[{"input":"1\\n","output":"2\\n","testtype":"stdin"}]',
      },
      'livecodebench',
      { mode: 'stdin', tests: [{ input: '1\n', output: '2\n' }] },
    ],
    [
      'TACO',
      TACO,
      'taco',
      {
        id: 'taco/7',
        mode: 'stdin',
        difficulty: 'hard',
        tags: ['Data structures', 'Sorting'],
        time_limit_s: 2.5,
        memory_limit_mb: 256,
        tests: [{ input: '1\n', output: '2\n' }],
      },
    ],
    [
      'APPS',
      {
        problem_id: 5,
        question: 'Q',
        input_output: '{"fn_name":"f","inputs":[[1]],"outputs":[2]}',
        difficulty: 'interview',
        starter_code: 'def f(x):',
      },
      'apps',
      { id: 'apps/5', mode: 'call', fn_name: 'f', difficulty: 'medium', tests: [{ input: [1], output: 2 }] },
    ],
    [
      'PrimeIntellect, as the text of a Python dict',
      {
        problem_id: 'vcp_1',
        prompt: 'P',
        verification_info:
          "{'language': 'python', 'test_cases': [{'type': 'stdin_stdout', 'input': '1\\n', 'output': '2\\n'}]}",
        metadata: "{'difficulty': 'easy'}",
      },
      'primeintellect',
      { id: 'vcp_1', difficulty: 'easy', tests: [{ input: '1\n', output: '2\n' }] },
    ],
    [
      'DeepCoder: primeintellect',
      {
        problem: 'P',
        solutions: [],
        tests: '[{"type":"function_call","fn_name":"f","input":[1],"output":2}]',
      },
      'deepcoder',
      { id: 'deepcoder-primeintellect/7', mode: 'call', fn_name: 'f' },
    ],
    [
      'DeepCoder: taco',
      { problem: 'P', solutions: [], tests: '{"fn_name":"f","inputs":[[1]],"outputs":[[2]]}' },
      'deepcoder',
      { id: 'deepcoder-taco/7', mode: 'call', tests: [{ input: [1], output: 2 }] },
    ],
    [
      'DeepCoder: lcbv5',
      {
        problem: 'P',
        starter_code: 'def f(a): pass',
        metadata: { func_name: 'f' },
        tests: [{ input: '[1]\n2', output: '3', testtype: 'functional' }],
      },
      'deepcoder',
      { id: 'deepcoder-lcbv5/7', fn_name: 'f', tests: [{ input: [[1], 2], output: 3 }] },
    ],
    [
      'DeepCoder: codeforces',
      { problem: 'P', tests: '[{"input":"1","output":"2"}]' },
      'deepcoder',
      { id: 'deepcoder-codeforces/7', mode: 'stdin' },
    ],
    [
      'rLLM: leetcode',
      {
        problem: 'P',
        solutions: 'class Solution:\n    def f(self, a, b):',
        tests: {
          functional:
            'def check(candidate):\n    assert candidate(b = 1, a = 2) == 3\n\n\ncheck(Solution().f)',
        },
      },
      'deepcoder',
      { id: 'deepcoder-leetcode/7', mode: 'call', fn_name: 'f', tests: [{ input: [2, 1], output: 3 }] },
    ],
    [
      'open-r1 Codeforces',
      CODEFORCES,
      'codeforces',
      {
        id: '1/A',
        prompt: 'D\n\n## Input\n\nI\n\n## Output\n\nO',
        public_tests: 1,
        time_limit_s: 2,
        tags: ['dp'],
      },
    ],
    [
      'PrimeIntellect, as the text of a text',
      {
        problem_id: 'vcp_2',
        prompt: 'P',
        verification_info: JSON.stringify(
          JSON.stringify({
            language: 'python',
            test_cases: [{ type: 'stdin_stdout', input: '1', output: '2' }],
          }),
        ),
        metadata: '',
      },
      'primeintellect',
      { id: 'vcp_2', tests: [{ input: '1', output: '2' }] },
    ],
    [
      'PrimeIntellect, with test cases as text, and each as text in it',
      {
        problem_id: 'vcp_3',
        prompt: 'P',
        verification_info: {
          language: 'python',
          test_cases: JSON.stringify([
            JSON.stringify({ type: 'function_call', fn_name: 'f', input: [4], output: 'True' }),
            JSON.stringify({ type: 'function_call', fn_name: 'f', input: [3], output: 'False' }),
          ]),
        },
      },
      'primeintellect',
      {
        mode: 'call',
        tests: [
          { input: [4], output: true },
          { input: [3], output: false },
        ],
      },
    ],
    [
      'DeepCoder: lcbv5, with a list for each field',
      { problem: 'P', tests: { input: ['1', '3'], output: ['2', '4'], testtype: ['stdin', 'stdin'] } },
      'deepcoder',
      {
        id: 'deepcoder-lcbv5/7',
        tests: [
          { input: '1', output: '2' },
          { input: '3', output: '4' },
        ],
      },
    ],
    [
      'LiveCodeBench: tests as the text of a text, empty ones',
      {
        ...LCB,
        metadata: '',
        public_test_cases: '',
        private_test_cases: JSON.stringify('[{"input":"1\\n","output":"2\\n","testtype":"stdin"}]'),
      },
      'livecodebench',
      { mode: 'stdin', tests: [{ input: '1\n', output: '2\n' }] },
    ],
    [
      'open-r1 Codeforces, with tests that are cut off',
      {
        ...CODEFORCES,
        official_tests: [...CODEFORCES.official_tests, { input: '5 6 7...', output: '8' }],
      },
      'codeforces',
      { public_tests: 1, tests: CODEFORCES.official_tests },
    ],
    [
      'open-r1 Codeforces, with dots that are meant',
      { ...CODEFORCES, official_tests: [{ input: '2\n..', output: '#...' }] },
      'codeforces',
      { tests: [{ input: '2\n..', output: '#...' }] },
    ],
    [
      'CodeContests, with tests that are cut off',
      { ...CONTESTS, private_tests: { input: ['9 9 9...'], output: ['1'] } },
      'code-contests',
      {
        tests: [
          { input: '1', output: '2' },
          { input: '3', output: '4' },
        ],
      },
    ],
    [
      'CodeContests',
      CONTESTS,
      'code-contests',
      {
        id: '1_A. N',
        public_tests: 1,
        time_limit_s: 1.5,
        memory_limit_mb: 256,
        tests: [
          { input: '1', output: '2' },
          { input: '3', output: '4' },
        ],
      },
    ],
    [
      'CommonOJ',
      {
        id: 4,
        content: 'C',
        labels: { difficulty: 'easy' },
        test: [{ input: { stdin: '1' }, output: { stdout: '2' } }],
        canonical_solution: '',
      },
      'common-oj',
      { id: 'common-oj/4', tests: [{ input: '1', output: '2' }] },
    ],
    [
      'our own',
      '{"id":"p","mode":"call","prompt":"","fn_name":"f","tests":[{"input":[1.0],"output":2}],"else":1}',
      'allpass',
      { id: 'p', else: 1 },
    ],
  ])('of %s', async (_, inputRow, format, expected) => {
    const { row, ...told } = await read(inputRow);
    expect(told.format).toBe(format);
    expect(row).toMatchObject(expected);
  });

  it.each<[string, unknown, string]>([
    ['interactive', { ...CODEFORCES, interaction_format: 'ask' }, 'interactive'],
    ['by files', { ...CODEFORCES, input_mode: 'file' }, 'reads and writes files'],
    ['with a checker', { ...CODEFORCES, generated_checker: 'print(1)' }, 'several right answers'],
    ['of CodeContests by files', { ...CONTESTS, input_file: 'in.txt' }, 'names a file'],
    [
      'with helper classes',
      {
        task_id: 'a',
        problem_description: 'P',
        entry_point: 'Solution().f',
        test: 'def check(candidate):\n    assert is_same_list(candidate(head = list_node([1])), list_node([1]))\n',
      },
      'ListNode',
    ],
    [
      'in another language',
      { prompt: 'P', verification_info: '{"language":"rust","test_cases":[]}' },
      'only Python',
    ],
    ['without tests', { ...TACO, input_output: '{"inputs":[],"outputs":[]}' }, 'has no test'],
    [
      'with a pickle of something else',
      { ...LCB, private_test_cases: deflateSync(Buffer.from('80045d942e', 'hex')).toString('base64') },
      'could run code',
    ],
    ['whose tests are an empty text', { ...TACO, input_output: '' }, 'is empty: the row has no tests'],
    ['of MBPP without assertions', { ...MBPP, test_list: [] }, 'is empty: the row has no tests'],
    ['of MBPP with what is none', { ...MBPP, test_list: [1] }, 'expected text, found a number'],
    ['of HumanEval without a check', { ...HUMANEVAL, test: '' }, 'is empty: the row has no tests'],
    ['whose tests are nothing', { ...TACO, input_output: 'null' }, 'is empty: the row has no tests'],
    [
      'whose tests are all cut off',
      { ...CODEFORCES, official_tests: [{ input: '3', output: '444...' }] },
      'are all cut off with “...”',
    ],
    [
      'a task without a program',
      { task_type: 'verifiable_math', prompt: 'P', verification_info: { ground_truth: '1' } },
      'it asks for no program',
    ],
    ['with a column of another type', { ...LCB, question_content: 1 }, 'expected text, found a number'],
  ])('that is %s is refused in a sentence', async (_, inputRow, message) => {
    await expect(read(inputRow)).rejects.toThrow(message);
  });

  it('says what was repaired in it, and what others lose', async () => {
    expect(await read({ ...HUMANEVAL, base_input: [], plus_input: [[1]] })).toMatchObject({
      format: 'humanevalplus',
      repaired: ['plus_input'],
    });
    expect((await read({ ...CODEFORCES, official_tests_complete: false })).repaired).toEqual([
      'official_tests',
    ]);
    expect(
      (await read({ problem: 'P', tests: '{"fn_name":"f","inputs":[[1]],"outputs":[[2]]}' })).lost,
    ).toEqual(['rLLM prepare_deepcoder_data']);
  });
});

it('a row that no format knows is named by its fields', () => {
  expect(unknownRow(rowOf({ task_id: 'a', completion: '' }))).toContain(
    'answers, not problems (fields: task_id, completion)',
  );
  expect(unknownRow(rowOf({ a: 1 }))).toContain('(fields: a)');
  expect(sniffedFormat(rowOf({ task_id: 'a', completion: '' }))).toBeNull();
});

it('no two formats have one name', () => {
  expect(new Set(FORMATS.map(({ name }) => name)).size).toBe(FORMATS.length);
});
