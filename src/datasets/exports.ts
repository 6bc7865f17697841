/** The export formats of problems. Each format writes rows in the form of another tool. */
import { stringifyLossless, type LosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import type { Problem, TestCase } from '../domain/problem.ts';
import { valueOf } from './kept-row.ts';
import { numeral } from './reading/problem-row.ts';

/** A row in the form of another tool, or the reason why the format cannot express the problem. */
export type Exported = { readonly row: LosslessObject } | { readonly fault: string };

/** A problem that a format cannot express, as an entry of the report. */
export interface NotWritten {
  readonly id: string;
  readonly reason: string;
}

export interface ExportShape {
  /** The value of the option `--to`. */
  readonly name: string;
  /** A description of the format for a list of formats. */
  readonly about: string;
  /**
   * @param row the problem's row in problems.jsonl
   * @param nth number of rows that were written before, starting at 0
   */
  write(problem: Problem, row: LosslessObject, nth: number): Exported;
}

type Members = Readonly<Record<string, LosslessValue | undefined>>;

/** Creates a format that has only inputs and outputs. Problems that need a check or a checker are rejected. */
function shapeOf(
  name: string,
  about: string,
  membersOf: (problem: Problem, row: LosslessObject, nth: number) => Members,
): ExportShape {
  return {
    name,
    about,
    write(problem, row, nth) {
      if (problem.mode === 'assert') return { fault: 'is graded by a check, which has no place there' };
      if (problem.checker !== null)
        return { fault: 'needs a checker, which has no place there: right answers would earn nothing' };
      return { row: objectOf(membersOf(problem, row, nth)) };
    },
  };
}

function objectOf(members: Members): LosslessObject {
  return new Map(Object.entries(members).filter(([, value]) => value !== undefined)) as LosslessObject;
}

/** Returns an object as a JSON string. Many formats store JSON strings in columns. */
function jsonText(members: Members): string {
  return stringifyLossless(objectOf(members));
}

function argumentsOf({ input }: TestCase): readonly LosslessValue[] {
  return valueOf(input) as readonly LosslessValue[];
}

/** Returns an input in LiveCodeBench's form: the arguments of a call as JSON, one on each line. */
function inputText({ mode }: Problem, test: TestCase): string {
  return mode === 'call' ? argumentsOf(test).map(stringifyLossless).join('\n') : test.input;
}

/** Returns tests in LiveCodeBench's form. */
function casesOf(problem: Problem, withMetadata: boolean): LosslessValue[] {
  const isCall = problem.mode === 'call';
  return problem.tests.map((test) =>
    objectOf({
      input: inputText(problem, test),
      output: test.output,
      testtype: isCall ? 'functional' : 'stdin',
      metadata: withMetadata ? objectOf({ func_name: isCall ? problem.functionName : null }) : undefined,
    }),
  );
}

/** LiveCodeBench's column `metadata`. */
function metadataText({ mode, functionName }: Problem): string {
  return mode === 'call' ? jsonText({ func_name: functionName }) : '{}';
}

/**
 * Returns tests in APPS's form: two lists, as a JSON string.
 * @param expected returns the expected value of a call in the format's form
 */
function listsText(
  { mode, tests, functionName }: Problem,
  expected: (value: LosslessValue) => LosslessValue,
): string {
  const isCall = mode === 'call';
  return jsonText({
    inputs: tests.map((test) => (isCall ? argumentsOf(test) : test.input)),
    outputs: tests.map(({ output }) => (isCall ? expected(valueOf(output)) : output)),
    fn_name: isCall ? functionName : undefined,
  });
}

/** Returns an additional field of a problem's row, from `meta`; undefined if it is missing. */
function metaOf(row: LosslessObject, name: string): LosslessValue | undefined {
  const meta = row.get('meta');
  return meta instanceof Map ? (meta as LosslessObject).get(name) : undefined;
}

/** LiveCodeBench's rows: LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/benchmarks/code_generation.py`. */
const TO_LIVECODEBENCH = shapeOf(
  'livecodebench',
  'LiveCodeBench; private tests as plain JSON, which its runner reads too; limits are lost',
  (problem, row) => {
    const cases = casesOf(problem, false);
    return {
      question_title: problem.title,
      question_content: problem.prompt,
      platform: metaOf(row, 'platform') ?? problem.source,
      question_id: problem.id,
      contest_id: metaOf(row, 'contest_id') ?? '',
      contest_date: metaOf(row, 'contest_date') ?? `${problem.date ?? '1970-01-01'}T00:00:00`,
      starter_code: problem.starterCode,
      difficulty: problem.difficulty ?? 'medium',
      public_test_cases: stringifyLossless(cases.slice(0, problem.publicTests)),
      private_test_cases: stringifyLossless(cases.slice(problem.publicTests)),
      metadata: metadataText(problem),
    };
  },
);

const DIFFICULTIES = { easy: 'EASY', medium: 'MEDIUM', hard: 'HARD' } as const;

/**
 * TACO's rows: FlagOpen/TACO 245eba3. The expected value of a call is a list of one element, as TACO's graders
 * require.
 */
const TO_TACO = shapeOf(
  'taco',
  'TACO: inputs and outputs as two lists; ids and which tests are public are lost',
  (problem) => ({
    question: problem.prompt,
    solutions: '[]',
    starter_code: problem.starterCode,
    input_output: listsText(problem, (value) => [value]),
    difficulty: problem.difficulty === null ? 'UNKNOWN_DIFFICULTY' : DIFFICULTIES[problem.difficulty],
    raw_tags: '[]',
    name: problem.title,
    source: problem.source,
    tags: JSON.stringify(problem.tags),
    skill_types: '[]',
    url: null,
    date: problem.date ?? null,
    time_limit: `${problem.timeLimitSeconds} seconds`,
    memory_limit: `${problem.memoryLimitMb} megabytes`,
  }),
);

/** Returns the prompt as one user message: the statement, followed by the starter code. */
function promptOf({ prompt, starterCode }: Problem): readonly LosslessValue[] {
  const starter = starterCode === '' ? '' : `\n\n\`\`\`python\n${starterCode}\n\`\`\``;
  return [objectOf({ role: 'user', content: `${prompt}${starter}` })];
}

/** TRL's `GRPOTrainer` reads the column `prompt`; open-r1's code reward reads `verification_info`. */
const TO_TRL = shapeOf(
  'trl',
  'TRL: prompt as messages, verification_info as open-r1’s code reward reads it',
  (problem) => {
    const isCall = problem.mode === 'call';
    const test_cases = problem.tests.map((test) =>
      objectOf({
        fn_name: isCall ? problem.functionName : undefined,
        input: inputText(problem, test),
        output: test.output,
        type: isCall ? 'function_call' : 'stdin_stdout',
      }),
    );
    return {
      problem_id: problem.id,
      source: problem.source,
      prompt: promptOf(problem),
      verification_info: objectOf({ language: 'python', test_cases }),
    };
  },
);

/** rLLM 9beb6e0f, its cookbook `deepcoder`: rows in the form that `prepare_deepcoder_data.py` registers. */
const TO_RLLM = shapeOf(
  'rllm',
  'rLLM’s cookbook: question, and ground_truth as JSON text of LiveCodeBench’s cases',
  (problem, _row, nth) => ({
    question: problem.prompt,
    ground_truth: stringifyLossless(casesOf(problem, true)),
    data_source: 'livecodebench',
    uid: problem.id,
    index: numeral(nth),
    starter_code: problem.starterCode,
    metadata: metadataText(problem),
  }),
);

/** verl b178a3cd: `data_source` selects the reward for code (`prime_code`), which reads two lists. */
const TO_VERL = shapeOf(
  'verl',
  'verl: prompt as messages, reward_model.ground_truth as JSON text of inputs and outputs',
  (problem, _row, nth) => ({
    data_source: 'taco',
    prompt: promptOf(problem),
    ability: 'code',
    reward_model: objectOf({ style: 'rule', ground_truth: listsText(problem, (value) => value) }),
    extra_info: objectOf({ index: numeral(nth), problem_id: problem.id, source: problem.source }),
  }),
);

export const EXPORTS: readonly ExportShape[] = [
  {
    name: 'allpass',
    about: 'problems.jsonl, as grade reads it; nothing is lost',
    write: (_, row) => ({ row }),
  },
  TO_LIVECODEBENCH,
  TO_TACO,
  TO_TRL,
  TO_RLLM,
  TO_VERL,
];
