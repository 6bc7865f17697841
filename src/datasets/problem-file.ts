/** Reads problems.jsonl, which has one problem on each line. The README of this folder describes the fields. */
import {
  isLosslessObject,
  isNumeral,
  stringifyLossless,
  type JsonNumeral,
  type LosslessValue,
} from '../base/lossless-json.ts';
import {
  DEFAULT_MEMORY_LIMIT_MB,
  DEFAULT_TIME_LIMIT_SECONDS,
  MEMORY_LIMIT_MB,
  TIME_LIMIT_SECONDS,
  type Difficulty,
  type Problem,
  type ProblemMode,
  type TestCase,
} from '../domain/problem.ts';
import { Fields, Misfit } from './reading/fields.ts';
import { readLines, type ImportFault } from './lines.ts';
import { PREAMBLE } from './reading/problem-row.ts';
import { runnableCheck } from './reading/check.ts';

export interface ImportedProblems {
  readonly problems: readonly Problem[];
  readonly faults: readonly ImportFault[];
}

const MODES = ['stdin', 'call', 'assert'] as const;
/** The only test of an assert problem. It passes if the check runs to the end without an exception. */
const CHECK_TEST: TestCase = { input: '', output: '' };
const DIFFICULTIES = ['easy', 'medium', 'hard'] as const;

/**
 * Reads a problems.jsonl, as a string or as its lines. Invalid lines become faults; valid lines are kept.
 * @param withMeta whether the problems have the values of `meta`
 */
export function readProblems(text: string | Iterable<string>, withMeta = false): ImportedProblems {
  const accept = eachOnce();
  const { records, faults } = readLines(text, (value) => {
    const problem = readProblem(value);
    accept(problem);
    return withMeta ? { ...problem, meta: metaIn(value) } : problem;
  });
  return { problems: records, faults };
}

/** Returns a function that throws if it receives a second problem with the same id. */
function eachOnce(): (problem: Problem) => void {
  const seenNames = new Set<string>();
  return ({ id }) => {
    if (seenNames.has(id)) throw new Misfit('id', `"${id}" stands on an earlier line too`);
    seenNames.add(id);
  };
}

/**
 * Reads a problem from a parsed line.
 * @throws Misfit that names the invalid field
 */
export function readProblem(value: LosslessValue): Problem {
  const fields = new Fields(value);
  if (fields.has('problem_id') && !['mode', 'prompt', 'tests'].some((name) => fields.has(name)))
    throw new Misfit('', 'the row is a sample, not a problem: are the two files swapped?');
  fields.needAll(['id'], ['mode'], ['prompt'], ...neededBy(fields));
  const id = fields.id('id');
  if (typeof fields.object.get('id') === 'string') fields.label('id', '');
  if (id === '') throw new Misfit('id', 'must not be empty');
  const mode = fields.oneOf('mode', MODES);
  const tests =
    mode === 'assert'
      ? [CHECK_TEST]
      : fields.list('tests').map((test, index) => readTest(test, `tests[${index}]`, mode));
  if (tests.length === 0) throw new Misfit('tests', 'has no test: without one nothing can be graded');
  const publicTests = fields.count('public_tests', 0);
  if (publicTests > tests.length)
    throw new Misfit('public_tests', `is ${publicTests}, but there are only ${tests.length} tests`);
  const meta = fields.has('meta') ? new Fields(fields.value('meta'), 'meta') : null;
  const date = dateIn(meta);
  const functionName = mode === 'call' ? fields.text('fn_name') : fields.textOr('fn_name', '') || null;
  return {
    id,
    title: fields.label('title', '') || safeText(meta, 'title').slice(0, 1000) || id,
    source: fields.label('source', 'unnamed'),
    difficulty: difficultyOf(fields.textOr('difficulty', '') || safeText(meta, 'difficulty')),
    mode,
    tags: fields.texts('tags'),
    testCount: tests.length,
    ...(date === null ? {} : { date }),
    prompt: fields.text('prompt'),
    functionName,
    starterCode: fields.textOr('starter_code', ''),
    preamble: fields.flag('preamble') ? PREAMBLE : '',
    check: mode === 'assert' ? runnableCheck(fields.text('check'), functionName).check : '',
    checker: fields.textOr('checker', '') || null,
    tests,
    publicTests,
    timeLimitSeconds: fields.within('time_limit_s', TIME_LIMIT_SECONDS, DEFAULT_TIME_LIMIT_SECONDS),
    memoryLimitMb: fields.within('memory_limit_mb', MEMORY_LIMIT_MB, DEFAULT_MEMORY_LIMIT_MB),
    license: fields.textOr('license', ''),
  };
}

/**
 * Returns the fields that the mode of a problem requires. A problem with neither a mode nor a check only needs
 * tests.
 */
function neededBy(fields: Fields): [string][] {
  const mode = fields.has('mode') ? fields.value('mode') : fields.has('check') ? 'assert' : 'stdin';
  switch (mode) {
    case 'assert':
      return [['check']];
    case 'call':
      return [['fn_name'], ['tests']];
    default:
      return [['tests']];
  }
}

function readTest(value: LosslessValue, path: string, mode: ProblemMode): TestCase {
  const test = new Fields(value, path);
  test.needAll(['input'], ['output']);
  if (mode === 'stdin') return { input: test.wellFormed('input'), output: test.wellFormed('output') };
  const output = test.value('output');
  if (weightOf(output, 0) > HEAVIEST_VALUE)
    throw new Misfit(test.pathOf('output'), 'is too large or too deep a value to be compared');
  return { input: stringifyLossless(test.list('input')), output: stringifyLossless(output) };
}

/**
 * Maximum weight of an expected value, as `weightOf` computes it. The interpreter returns a value only if it has
 * at most 2,000,000 parts, is at most 500 levels deep (`src/sandbox/harness/values.py`), and has at most 64 Mi
 * characters as text (`value-text.ts`), which may use six characters for one. A value of at most this weight is
 * within these limits.
 */
const HEAVIEST_VALUE = 64 << 20;
const DEEPEST_VALUE = 500;
const VALUE_WEIGHT = 34;
const CHARACTER_WEIGHT = 6;

/** Returns the weight of a value, or Infinity for a value that is nested too deeply. */
function weightOf(value: LosslessValue, depth: number): number {
  if (depth > DEEPEST_VALUE) return Number.POSITIVE_INFINITY;
  let sum = VALUE_WEIGHT;
  if (value === null || typeof value === 'boolean') return sum;
  if (typeof value === 'string') return sum + value.length * CHARACTER_WEIGHT;
  if (Array.isArray(value)) {
    for (const item of value as readonly LosslessValue[]) sum += weightOf(item, depth + 1);
    return sum;
  }
  if (!isLosslessObject(value)) return sum + (value as JsonNumeral).numeral.length;
  for (const [key, item] of value) sum += weightOf(key, depth + 1) + weightOf(item, depth + 1);
  return sum;
}

/** Returns a string from `meta`. A value of another type is not a fault, because `meta` may contain anything. */
function safeText(fields: Fields | null, name: string): string {
  if (fields === null || !fields.has(name)) return '';
  const value = fields.value(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the texts, numbers and truth values of `meta`, and those in its lists. Other values are left out. */
function metaIn(row: LosslessValue): NonNullable<Problem['meta']> {
  const meta = isLosslessObject(row) ? row.get('meta') : undefined;
  if (!isLosslessObject(meta)) return {};
  const texts = (value: LosslessValue): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : isNumeral(value)
        ? [value.numeral]
        : typeof value === 'boolean'
          ? [String(value)]
          : [];
  return Object.fromEntries(
    [...meta].map(([name, value]) => [
      name,
      Array.isArray(value) ? (value as readonly LosslessValue[]).flatMap(texts) : texts(value),
    ]),
  );
}

/** The names of the fields that contain the release date of a problem in the supported formats. */
const DATE_FIELDS = ['date', 'contest_date', 'estimated_date'];
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}(?!\d)/;

function dateIn(meta: Fields | null): string | null {
  return (
    DATE_FIELDS.map((name) => DAY_PATTERN.exec(safeText(meta, name))?.[0]).find((day) => day !== undefined) ??
    null
  );
}

function difficultyOf(text: string): Difficulty | null {
  return DIFFICULTIES.find((difficulty) => difficulty === text.toLowerCase()) ?? null;
}
