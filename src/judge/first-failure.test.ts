import { expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { notRun, type TestResult } from '../domain/verdict.ts';
import { firstFailure } from './first-failure.ts';

const failedResult = (change: Partial<TestResult> = {}): TestResult => ({
  ...notRun(1),
  verdict: 'wrong-answer',
  got: '7\n',
  ...change,
});
const TESTS = [
  { input: '1', output: '2' },
  { input: '[true, 3]', output: '{"a": null}' },
];

it('shows the test of a script as written in the problem', () => {
  const shown = firstFailure(problemOf({ mode: 'stdin', tests: TESTS }), failedResult());
  expect(shown).toEqual({ input: '[true, 3]', expected: '{"a": null}', got: '7\n' });
});

it('shows an expected value as Python does', () => {
  const failure = firstFailure(problemOf({ mode: 'call', tests: TESTS }), failedResult({ got: '7' }));
  expect(failure).toEqual({ input: '[true, 3]', expected: "{'a': None}", got: '7' });
});

it('shows the line of a check that failed', () => {
  const traceback = [
    'Traceback (most recent call last):',
    '  File "check.py", line 3, in <module>',
    '    check(f)',
    '  File "check.py", line 2, in check',
    '    assert candidate(3) == 9',
    '  File "solution.py", line 1, in f',
    '    return x / 0',
    'ZeroDivisionError: division by zero',
  ].join('\n');
  const error = { name: 'ZeroDivisionError', message: 'division by zero', traceback };
  const failure = firstFailure(
    problemOf({ mode: 'assert', tests: TESTS }),
    failedResult({ verdict: 'runtime-error', error, got: null }),
  );
  expect(failure).toEqual({ input: 'assert candidate(3) == 9', expected: null, got: null });
});

it('clips long texts', () => {
  const failure = firstFailure(
    problemOf({ mode: 'stdin', tests: TESTS }),
    failedResult({ got: 'x'.repeat(1000) }),
  );
  expect(failure?.got).toBe(`${'x'.repeat(300)}…`);
});

it.each([undefined, failedResult({ verdict: 'syntax-error' }), failedResult({ verdict: 'judge-error' })])(
  'is null if no test ran and failed',
  (result) => {
    expect(firstFailure(problemOf({ mode: 'stdin', tests: TESTS }), result)).toBeNull();
  },
);
