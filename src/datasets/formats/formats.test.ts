/** Every format by a row of its own: told from all others, and read into a problem that is right. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseLossless, stringifyLossless, type LosslessObject } from '../../base/lossless-json.ts';
import { Fields } from '../fields.ts';
import { readProblem } from '../problem-file.ts';
import { writtenRow, type ProblemRow } from '../problem-row.ts';
import { FORMATS, sniffedFormat, unknownRow } from './formats.ts';

function rowOf(row: unknown): LosslessObject {
  const parsed = parseLossless(typeof row === 'string' ? row : JSON.stringify(row));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value as LosslessObject;
}

interface ReadRow {
  readonly format: string;
  /** As problems.jsonl has it, parsed. */
  readonly row: Record<string, unknown>;
  readonly repaired: readonly string[];
  readonly lost: readonly string[];
}

async function read(given: unknown): Promise<ReadRow> {
  const row = rowOf(given);
  const format = sniffedFormat(row)!;
  const [repaired, lost]: string[][] = [[], []];
  const made = await format.read(new Fields(row), {
    ordinal: 7,
    repaired: (field) => repaired!.push(field),
    lostElsewhere: ({ loader }) => lost!.push(loader),
  });
  const written = made instanceof Map ? (made as LosslessObject) : writtenRow(made as ProblemRow);
  readProblem(written);
  const text = stringifyLossless(written);
  return { format: format.name, row: JSON.parse(text), repaired: repaired!, lost: lost! };
}

const pickled = (text: string): string => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(Buffer.byteLength(text));
  const pickle = Buffer.concat([Buffer.of(0x80, 4, 0x58), length, Buffer.from(text), Buffer.of(0x94, 0x2e)]);
  return deflateSync(pickle).toString('base64');
};

const LCB = {
  question_title: 'T',
  question_content: 'Q',
  platform: 'leetcode',
  question_id: '12',
  contest_date: '2024-01-01T00:00:00',
  starter_code: 'class Solution:\n    def f(self, a: int) -> int:\n        ',
  difficulty: 'hard',
  public_test_cases: '[{"input":"1","output":"2","testtype":"functional"}]',
  private_test_cases: pickled('[{"input":"12345678901234567890","output":"1.0","testtype":"functional"}]'),
  metadata: '{"func_name":"f"}',
};
const TACO = {
  question: 'Q',
  solutions: '["print(1)"]',
  starter_code: '',
  input_output: '{"inputs":["1\\n"],"outputs":["2\\n"]}',
  difficulty: 'MEDIUM_HARD',
  raw_tags: "['x']",
  tags: "['Data structures', 'Sorting']",
  time_limit: '2.5 seconds',
  memory_limit: '256.0 megabytes',
  name: null,
};
const HUMANEVAL = {
  task_id: 'HumanEval/1',
  prompt: 'def f(a):\n    """F."""\n',
  entry_point: 'f',
  canonical_solution: '    return a\n',
  test: 'def check(candidate):\n    assert candidate(1) == 1\n',
};
const EVALPLUS_TEST =
  'def check(candidate):\n    inputs = [[1], [2.5]]\n    results = [1, 2.5]\n    for i, (inp, exp) in enumerate(zip(inputs, results)):\n        assertion(candidate(*inp), exp, 0)\n';
const MBPP = {
  task_id: 3,
  text: 'W',
  code: '',
  test_setup_code: 'import math',
  test_list: ['assert f(1) == 2'],
};
const CODEFORCES = {
  id: '1/A',
  contest_id: '1',
  title: 'T',
  description: 'D',
  input_format: 'I',
  output_format: 'O',
  time_limit: 2.0,
  memory_limit: 256.0,
  examples: [{ input: '1', output: '2' }],
  official_tests: [
    { input: '1', output: '2' },
    { input: '3', output: '4' },
  ],
  official_tests_complete: true,
  input_mode: 'stdio',
  generated_checker: null,
  interaction_format: null,
  tags: ['dp'],
};
const CONTESTS = {
  name: '1_A. N',
  description: 'D',
  public_tests: { input: ['1'], output: ['2'] },
  private_tests: { input: [], output: [] },
  generated_tests: { input: ['3'], output: ['4'] },
  time_limit: { seconds: 1, nanos: 500000000 },
  memory_limit_bytes: 256000000,
  input_file: '',
  output_file: '',
  cf_tags: [''],
};

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
  ])('of %s', async (_, given, format, expected) => {
    const { row, ...told } = await read(given);
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
  ])('that is %s is refused in a sentence', async (_, given, says) => {
    await expect(read(given)).rejects.toThrow(says);
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
