/** Rows of public data sets, as their authors write them, and what the formats read out of them. */
import { deflateSync } from 'node:zlib';
import { parseLossless, stringifyLossless, type LosslessObject } from '../../src/base/lossless-json.ts';
import { Fields } from '../../src/datasets/reading/fields.ts';
import { readProblem } from '../../src/datasets/problem-file.ts';
import { writtenRow, type ProblemRow } from '../../src/datasets/reading/problem-row.ts';
import { sniffedFormat } from '../../src/datasets/formats/formats.ts';

export function rowOf(row: unknown): LosslessObject {
  const parsed = parseLossless(typeof row === 'string' ? row : JSON.stringify(row));
  if (!parsed.ok) throw new Error(parsed.fault);
  return parsed.value as LosslessObject;
}

export interface ReadRow {
  readonly format: string;
  /** As problems.jsonl has it, parsed. */
  readonly row: Record<string, unknown>;
  readonly repaired: readonly string[];
  readonly lost: readonly string[];
}

export async function read(given: unknown): Promise<ReadRow> {
  const row = rowOf(given);
  const format = sniffedFormat(row)!;
  const [repaired, lost]: string[][] = [[], []];
  const made = await format.read(new Fields(row), {
    ordinal: 7,
    reportRepair: (field) => repaired!.push(field),
    reportLoss: ({ loader }) => lost!.push(loader),
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

export const LCB = {
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

export const TACO = {
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

export const HUMANEVAL = {
  task_id: 'HumanEval/1',
  prompt: 'def f(a):\n    """F."""\n',
  entry_point: 'f',
  canonical_solution: '    return a\n',
  test: 'def check(candidate):\n    assert candidate(1) == 1\n',
};

export const EVALPLUS_TEST =
  'def check(candidate):\n    inputs = [[1], [2.5]]\n    results = [1, 2.5]\n    for i, (inp, exp) in enumerate(zip(inputs, results)):\n        assertion(candidate(*inp), exp, 0)\n';

export const MBPP = {
  task_id: 3,
  text: 'W',
  code: '',
  test_setup_code: 'import math',
  test_list: ['assert f(1) == 2'],
};

export const CODEFORCES = {
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

export const CONTESTS = {
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
