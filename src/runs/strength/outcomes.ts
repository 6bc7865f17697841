/** What the outcome of a program means under the standard rules: whether it passes a test, and the output of one. */
import type { Problem, TestCase } from '../../domain/problem.ts';
import { type Comparer, COMPARISONS } from '../../judge/compare/comparisons.ts';
import { parseExpected, parseReturned, type PyValue } from '../../judge/compare/value-text.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import { comparerOf, ownChecker } from '../../judge/problem-comparer.ts';
import type { TestOutcome } from '../../judge/runner.ts';
import { testVerdict } from '../../judge/test-verdict.ts';

/** Returns the comparer of a problem under the standard rules; null if a checker of its own decides. */
export function standardComparer(problem: Problem): Comparer | null {
  const task = { problem, profile: STANDARD, signal: NEVER };
  return ownChecker(task) === null ? COMPARISONS[comparerOf(task)] : null;
}

const NEVER = new AbortController().signal;

/**
 * Whether a program that prints or returns an output may pass a test that expects another. True if a checker of the
 * problem decides.
 */
export function mayPass(problem: Problem, expected: string, output: string): boolean {
  const comparer = standardComparer(problem);
  if (comparer === null || expected.trim() === output.trim()) return true;
  if (problem.mode === 'stdin') return comparer.text(expected, output).equal;
  const [expectedValue, value] = [parseExpected(expected), parseExpected(output)];
  return expectedValue !== null && value !== null && comparer.value(expectedValue, value).equal;
}

/**
 * Whether an outcome passes a test under the problem's comparer. Null if that cannot be decided here: the problem
 * has a checker, or the judge itself failed.
 */
export function passes(problem: Problem, test: TestCase, outcome: TestOutcome): boolean | null {
  const comparer = standardComparer(problem);
  if (comparer === null) return null;
  const { verdict } = testVerdict({ index: 0, test, outcome, milliseconds: null, absent: [] }, comparer);
  return verdict === 'judge-error' || verdict === 'not-run' ? null : verdict === 'accepted';
}

/**
 * Returns the expected output of a test that a program with this outcome passes. Null if the program did not end
 * normally, or its value has no form in JSON: a set, or a tuple inside a list.
 */
export function outputOf(outcome: TestOutcome): string | null {
  if (outcome.type === 'exited') return outcome.stdout;
  if (outcome.type !== 'returned') return null;
  const value = parseReturned(outcome.value)?.value ?? null;
  // A tuple at the top of an answer is compared as a list.
  return value === null ? null : jsonOf(value.kind === 'tuple' ? { ...value, kind: 'list' } : value);
}

function jsonOf(value: PyValue): string | null {
  switch (value.kind) {
    case 'none':
      return 'null';
    case 'bool':
      return String(value.value);
    case 'int':
      return value.digits;
    case 'float':
      return floatJson(value.value);
    case 'str':
      return JSON.stringify(value.value);
    case 'list': {
      const items = value.items.map(jsonOf);
      return items.includes(null) ? null : `[${items.join(', ')}]`;
    }
    case 'dict': {
      const entries = value.entries.map(([key, member]) => {
        const text = jsonOf(member);
        return key.kind === 'str' && text !== null ? `${JSON.stringify(key.value)}: ${text}` : null;
      });
      return entries.includes(null) ? null : `{${entries.join(', ')}}`;
    }
    default:
      return null;
  }
}

/** Returns a number that is read as a float: with a point or an exponent. */
function floatJson(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.eEIN]/.test(text) ? text : `${text}.0`;
}
