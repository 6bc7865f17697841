/** The file of problems: JSON Lines, one problem a line; the schema is in this room's README. */
import { stringifyLossless, type LosslessValue } from '../base/lossless-json.ts';
import {
  DEFAULT_MEMORY_LIMIT_MB,
  DEFAULT_TIME_LIMIT_SECONDS,
  type Difficulty,
  type Problem,
  type ProblemMode,
  type TestCase,
} from '../domain/problem.ts';
import { Fields, Misfit } from './fields.ts';
import { readLines, type ImportFault } from './lines.ts';
import { PREAMBLE } from './preamble.ts';

export interface ImportedProblems {
  readonly problems: readonly Problem[];
  readonly faults: readonly ImportFault[];
}

const MODES = ['stdin', 'call', 'assert'] as const;
/** An assert problem has one test: its check runs to the end, or it does not. */
const CHECK_TEST: TestCase = { input: '', output: '' };
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/** Reads a whole problems.jsonl text. Broken lines become faults; the good ones are kept. */
export function readProblems(text: string): ImportedProblems {
  const seen = new Set<string>();
  const { records, faults } = readLines(text, (value) => {
    const problem = readProblem(value);
    if (seen.has(problem.id)) throw new Misfit('id', `"${problem.id}" stands on an earlier line too`);
    seen.add(problem.id);
    return problem;
  });
  return { problems: records, faults };
}

/** @throws Misfit naming the field that does not fit */
export function readProblem(value: LosslessValue): Problem {
  const fields = new Fields(value);
  const id = fields.text('id');
  if (id === '') throw new Misfit('id', 'must not be empty');
  const mode = fields.oneOf('mode', MODES);
  const tests =
    mode === 'assert'
      ? [CHECK_TEST]
      : fields.list('tests').map((test, index) => readTest(test, `tests[${index}]`, mode));
  if (tests.length === 0) throw new Misfit('tests', 'has no test: without one nothing can be graded');
  const publicTests = fields.count('public_tests', 0);
  if (publicTests > tests.length) {
    throw new Misfit('public_tests', `is ${publicTests}, but there are only ${tests.length} tests`);
  }
  const meta = fields.has('meta') ? new Fields(fields.value('meta'), 'meta') : null;
  return {
    id,
    title: fields.textOr('title', '') || safeText(meta, 'title') || id,
    source: fields.textOr('source', 'unnamed'),
    difficulty: difficultyOf(fields.textOr('difficulty', '') || safeText(meta, 'difficulty')),
    mode,
    tags: fields.texts('tags'),
    testCount: tests.length,
    prompt: fields.text('prompt'),
    functionName: mode === 'call' ? fields.text('fn_name') : fields.textOr('fn_name', '') || null,
    starterCode: fields.textOr('starter_code', ''),
    preamble: fields.flag('preamble') ? PREAMBLE : '',
    check: mode === 'assert' ? fields.text('check') : '',
    checker: fields.textOr('checker', '') || null,
    tests,
    publicTests,
    timeLimitSeconds: fields.positive('time_limit_s', DEFAULT_TIME_LIMIT_SECONDS),
    memoryLimitMb: fields.positive('memory_limit_mb', DEFAULT_MEMORY_LIMIT_MB),
    license: fields.textOr('license', ''),
  };
}

function readTest(value: LosslessValue, path: string, mode: ProblemMode): TestCase {
  const test = new Fields(value, path);
  if (mode === 'stdin') return { input: test.text('input'), output: test.text('output') };
  return {
    input: stringifyLossless(test.list('input')),
    output: stringifyLossless(test.value('output')),
  };
}

/** `meta` is free: what is not text there is not a fault. */
function safeText(fields: Fields | null, name: string): string {
  if (fields === null || !fields.has(name)) return '';
  const value = fields.value(name);
  return typeof value === 'string' ? value : '';
}

function difficultyOf(text: string): Difficulty | null {
  return DIFFICULTIES.find((known) => known === text.toLowerCase()) ?? null;
}
