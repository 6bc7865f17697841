/** The formats of data sets that can be imported, each with an example row. */

export interface FormatExample {
  /** The `name` of the `Format`. */
  readonly format: string;
  readonly title: string;
  /** A row of a .jsonl file. A Parquet file has the same columns. */
  readonly row: Readonly<Record<string, unknown>>;
}

const CASES = '[{"input": "1 2", "output": "3", "testtype": "stdin"}]';
const LISTS = '{"inputs": ["1 2\\n"], "outputs": ["3\\n"]}';
const CHECK = 'def check(candidate):\n    assert candidate(1, 2) == 3\n';
const TESTS = [{ input: '1 2', output: '3' }];

export const FORMAT_EXAMPLES: readonly FormatExample[] = [
  {
    format: 'allpass',
    title: 'problems.jsonl of Allpass',
    row: {
      id: 'own/sum',
      mode: 'stdin',
      prompt: 'Add two numbers.',
      tests: TESTS,
      public_tests: 1,
      time_limit_s: 2,
    },
  },
  {
    format: 'livecodebench',
    title: 'LiveCodeBench',
    row: {
      question_id: 'abc301_a',
      question_title: 'Sum',
      question_content: 'Add two numbers.',
      platform: 'atcoder',
      starter_code: '',
      difficulty: 'easy',
      public_test_cases: CASES,
      private_test_cases: CASES,
      metadata: '{}',
    },
  },
  {
    format: 'taco',
    title: 'TACO, TACO-verified',
    row: {
      question: 'Add two numbers.',
      input_output: LISTS,
      difficulty: 'EASY',
      raw_tags: "['math']",
      starter_code: '',
    },
  },
  {
    format: 'apps',
    title: 'APPS, as rows or in its folders',
    row: { problem_id: 1, question: 'Add two numbers.', input_output: LISTS, difficulty: 'introductory' },
  },
  {
    format: 'primeintellect',
    title: 'PrimeIntellect, SYNTHETIC-1',
    row: {
      problem_id: 'vcp_1',
      prompt: 'Add two numbers.',
      verification_info:
        '{"language": "python", "test_cases": [{"type": "stdin_stdout", "input": "1 2", "output": "3"}]}',
    },
  },
  {
    format: 'deepcoder',
    title: 'DeepCoder-Preview',
    row: { problem: 'Add two numbers.', tests: LISTS, solutions: [] },
  },
  {
    format: 'codeforces',
    title: 'open-r1/codeforces',
    row: {
      id: '1/A',
      contest_id: '1',
      title: 'Sum',
      description: 'Add two numbers.',
      input_format: 'Two integers.',
      output_format: 'Their sum.',
      official_tests: TESTS,
      time_limit: 1,
      memory_limit: 256,
    },
  },
  {
    format: 'leetcode',
    title: 'LeetCodeDataset',
    row: {
      task_id: 'sum',
      problem_description: 'Add two numbers.',
      entry_point: 'Solution().add',
      starter_code: 'class Solution:\n    def add(self, a, b):\n        ',
      test: CHECK,
      prompt: '',
    },
  },
  {
    format: 'mbpp',
    title: 'MBPP',
    row: {
      task_id: 2,
      text: 'Write a function that adds two numbers.',
      code: 'def add(a, b):\n    return a + b',
      test_list: ['assert add(1, 2) == 3'],
    },
  },
  {
    format: 'mbppplus',
    title: 'MBPP+',
    row: {
      task_id: 2,
      prompt: 'Write a function that adds two numbers.',
      code: 'def add(a, b):\n    return a + b',
      test_list: ['assert add(1, 2) == 3'],
      test: 'inputs = [[1, 2]]\nresults = [3]\nfor i, (inp, exp) in enumerate(zip(inputs, results)):\n    assert add(*inp) == exp\n',
    },
  },
  {
    format: 'humaneval',
    title: 'HumanEval',
    row: {
      task_id: 'HumanEval/53',
      prompt: 'def add(x, y):\n    """Add two numbers."""\n',
      entry_point: 'add',
      canonical_solution: '    return x + y\n',
      test: CHECK,
    },
  },
  {
    format: 'humanevalplus',
    title: 'HumanEval+',
    row: {
      task_id: 'HumanEval/53',
      prompt: 'def add(x, y):\n    """Add two numbers."""\n',
      entry_point: 'add',
      canonical_solution: '    return x + y\n',
      test: 'def check(candidate):\n    inputs = [[1, 2]]\n    results = [3]\n    for i, (inp, exp) in enumerate(zip(inputs, results)):\n        assert candidate(*inp) == exp\n',
    },
  },
  {
    format: 'code-contests',
    title: 'CodeContests',
    row: {
      name: '1_A. Sum',
      description: 'Add two numbers.',
      public_tests: { input: ['1 2'], output: ['3'] },
      private_tests: { input: ['0 0'], output: ['0'] },
      time_limit: { seconds: 2, nanos: 0 },
    },
  },
  {
    format: 'common-oj',
    title: 'CommonOJ of SandboxFusion',
    row: {
      id: 1,
      content: 'Add two numbers.',
      labels: {},
      test: [{ input: { stdin: '1 2' }, output: { stdout: '3' } }],
    },
  },
];
