/** Stores the original row of a problem with the problem. Together they restore the row byte for byte. */
import {
  isLosslessObject,
  jsonFaultText,
  parseLossless,
  stringifyLossless,
  type LosslessObject,
  type LosslessValue,
} from '../base/lossless-json.ts';
import type { Problem } from '../domain/problem.ts';
import type { AddedTest } from '../domain/strength.ts';
import {
  numeral,
  PREAMBLE,
  testObject,
  writtenRow,
  type ProblemRow,
  type RowTest,
} from './reading/problem-row.ts';

/**
 * Placeholder for a value that is also in the problem. The value is left out of the stored row, which saves most
 * of its characters.
 */
const HELD_MARK: LosslessValue = null;

export function withKeptRow(problem: Problem, row: LosslessObject): Problem {
  const storedRow = new Map<string, LosslessValue>(row);
  if (row.get('prompt') === problem.prompt) storedRow.set('prompt', HELD_MARK);
  const tests = row.get('tests');
  if (problem.mode !== 'assert' && Array.isArray(tests) && tests.every(isPlainTest))
    storedRow.set('tests', HELD_MARK);
  return { ...problem, row: stringifyLossless(storedRow) };
}

/** Whether a test has only the fields `input` and `output`, in this order. */
function isPlainTest(test: LosslessValue): boolean {
  return isLosslessObject(test) && [...test.keys()].join() === 'input,output';
}

/**
 * Returns the row of a stored problem. If the problem was stored without its row, the row is created from the
 * problem's fields.
 */
export function rowOfProblem(problem: Problem): LosslessObject {
  if (problem.row === undefined) return writtenRow(rowFields(problem));
  const row = new Map(valueOf(problem.row) as LosslessObject);
  if (row.get('prompt') === HELD_MARK) row.set('prompt', problem.prompt);
  if (row.get('tests') === HELD_MARK && problem.mode !== 'assert')
    row.set('tests', testsOf(problem).map(testObject));
  return row;
}

function testsOf({ mode, tests }: Problem): readonly RowTest[] {
  const value = mode === 'call' ? valueOf : (text: string): LosslessValue => text;
  return tests.map(({ input, output }) => ({ input: value(input), output: value(output) }));
}

/** Parses a string that was valid JSON when the problem was read. */
export function valueOf(text: string): LosslessValue {
  const result = parseLossless(text);
  if (!result.ok) throw new Error(`the text of a problem is no JSON: ${jsonFaultText(result.fault)}`);
  return result.value;
}

function rowFields(problem: Problem): ProblemRow {
  const { preamble, check, checker, date, mode, ...otherFields } = problem;
  return {
    ...otherFields,
    mode,
    preamble: preamble === PREAMBLE,
    ...(mode === 'assert' ? { check, tests: [] } : { tests: testsOf(problem) }),
    ...(checker === null ? {} : { checker }),
    ...(date === undefined ? {} : { meta: { date } }),
  };
}

/** Returns the problem with the added tests after its own, hidden, each marked in the field `meta` of its row. */
export function withAddedTests(problem: Problem, addedTests: readonly AddedTest[]): Problem {
  const tests = [...problem.tests, ...addedTests.map(({ input, output }) => ({ input, output }))];
  const { row: _, ...withoutRow } = { ...problem, tests, testCount: tests.length };
  const oldRow = rowOfProblem(problem);
  const oldTests = oldRow.get('tests');
  const newTests = rowOfProblem(withoutRow).get('tests') as readonly LosslessValue[];
  const meta = oldRow.get('meta') ?? null;
  const testMarks = addedTests.map(({ agreed, rejects }, index) =>
    objectOf({
      test: numeral(problem.tests.length + index),
      source: 'allpass strength',
      accepted_programs: numeral(agreed),
      rejects_survivors: numeral(rejects),
    }),
  );
  const row = new Map(oldRow)
    // The problem's own tests may have more fields.
    .set('tests', [
      ...(Array.isArray(oldTests) ? (oldTests as LosslessValue[]) : []),
      ...newTests.slice(problem.tests.length),
    ])
    .set('meta', new Map([...(isLosslessObject(meta) ? meta : []), ['added_tests', testMarks] as const]));
  return withKeptRow(withoutRow, row);
}

function objectOf(members: Readonly<Record<string, LosslessValue>>): LosslessObject {
  return new Map(Object.entries(members));
}

/** The fields in which rows have solutions, at the top or in `meta`. */
const SOLUTION_FIELDS = ['solutions', 'solution', 'reference_solution', 'canonical_solution'];

/** Returns the solutions in the row of an imported problem: programs, or answers with a block of Python. */
export function solutionsIn({ row }: Problem): readonly string[] {
  const wholeRow = row === undefined ? null : valueOf(row);
  if (wholeRow === null || !isLosslessObject(wholeRow)) return [];
  const meta = wholeRow.get('meta') ?? null;
  const values = [wholeRow, meta]
    .filter((object) => isLosslessObject(object))
    .flatMap((object) => SOLUTION_FIELDS.map((field) => object.get(field) ?? null));
  return values.flatMap(textsIn).filter((text) => text.trim() !== '');
}

/** Returns the strings of a field: of a list, of a JSON list written as a string, or the string itself. */
function textsIn(value: LosslessValue): readonly string[] {
  if (Array.isArray(value))
    return (value as readonly LosslessValue[]).filter((item) => typeof item === 'string');
  if (typeof value !== 'string') return [];
  const list = value.trimStart().startsWith('[') ? parseLossless(value) : null;
  return list?.ok && Array.isArray(list.value) ? textsIn(list.value) : [value];
}

/** The fields of a row that a problem is read from, apart from `meta`. */
const PROBLEM_FIELDS = [
  ...['id', 'source', 'title', 'difficulty', 'tags', 'prompt', 'mode', 'fn_name', 'starter_code', 'preamble'],
  ...['check', 'checker', 'tests', 'public_tests', 'time_limit_s', 'memory_limit_mb', 'license'],
];

/**
 * Returns the row without its solutions, for people who are to write their own. A solution may be in a field of any
 * name, so only the fields of problems are kept.
 */
export function withoutSolutions(row: LosslessObject): LosslessObject {
  return new Map([...row].filter(([field]) => PROBLEM_FIELDS.includes(field)));
}
