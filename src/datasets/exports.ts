/** The shapes that problems are written in, each as the rows of another tool. */
import { stringifyLossless, type LosslessObject, type LosslessValue } from '../base/lossless-json.ts';
import type { Problem, TestCase } from '../domain/problem.ts';
import { valueOf } from './kept-row.ts';
import { numeral } from './reading/problem-row.ts';

/** A row of another tool, or the reason that there is none. */
export type Exported = { readonly row: LosslessObject } | { readonly fault: string };

/** A problem that a shape has no place for, as the report has it. */
export interface NotWritten {
  readonly id: string;
  readonly reason: string;
}

export interface ExportShape {
  /** As `--to` has it. */
  readonly name: string;
  /** A phrase, to stand behind the name in a list. */
  readonly about: string;
  /** @param nth how many were written before it; `row` is its row of problems.jsonl */
  write(problem: Problem, row: LosslessObject, nth: number): Exported;
}

type Members = Readonly<Record<string, LosslessValue | undefined>>;

/** A shape of inputs and outputs alone: a problem whose outputs need more than that has no place in it. */
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

/** The text of an object: many columns hold JSON as text. */
function jsonText(members: Members): string {
  return stringifyLossless(objectOf(members));
}

function argumentsOf({ input }: TestCase): readonly LosslessValue[] {
  return valueOf(input) as readonly LosslessValue[];
}

/** An input as LiveCodeBench has it: the arguments of a call as JSON, one a line. */
function inputText({ mode }: Problem, test: TestCase): string {
  return mode === 'call' ? argumentsOf(test).map(stringifyLossless).join('\n') : test.input;
}

/** Tests as LiveCodeBench has them. */
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

/** Tests as APPS has them, in two lists. @param expected puts down the value of a call */
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

/** Returns a value of a problem's row beside its fields; undefined if there is none. */
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

/** TACO's rows: FlagOpen/TACO 245eba3. The expected value of a call stands in a list of one, as its graders want it. */
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

/** One turn of the user: the statement, and the code that an answer begins with. */
function promptOf({ prompt, starterCode }: Problem): readonly LosslessValue[] {
  const starter = starterCode === '' ? '' : `\n\n\`\`\`python\n${starterCode}\n\`\`\``;
  return [objectOf({ role: 'user', content: `${prompt}${starter}` })];
}

/** TRL's `GRPOTrainer` takes a column `prompt`; open-r1's code reward looks into `verification_info`. */
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

/** rLLM 9beb6e0f, its cookbook `deepcoder`: what `prepare_deepcoder_data.py` registers. */
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

/** verl b178a3cd: its own reward for code (`prime_code`) is chosen by `data_source`, and reads two lists. */
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
