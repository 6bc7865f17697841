import { expect, test } from 'vitest';
import { add, closingLine, fromPlaywright, fromVitest, judgeStage, nothing, readReport } from './totals.mjs';

const some = { passed: 3, failed: 0, skipped: 1, failures: [] };

test('the closing line sums up', () => {
  expect(closingLine(add(some, { ...nothing, passed: 1, failed: 2 }))).toBe('4 passed, 2 failed, 1 skipped');
});

test('a stage that went well counts as reported', () => {
  expect(judgeStage(0, some)).toEqual({ totals: some });
  expect(judgeStage(1, { ...some, failed: 2 })).toEqual({ totals: { ...some, failed: 2 } });
  expect(judgeStage(0, nothing)).toEqual({ totals: nothing });
});

test('a stage that broke off counts as one failure', () => {
  expect(judgeStage(1, some).totals).toEqual({ ...some, failed: 1, failures: ['exit code 1'] });
  expect(judgeStage(0, undefined).totals.failed).toBe(1);
  expect(judgeStage(1, nothing).totals.failed).toBe(1);
});

test('a runner that found no test counts as one failure', () => {
  expect(judgeStage(0, { ...nothing }).totals.failed).toBe(1);
});

test('a Vitest file that does not load counts as one failure, and what failed is named', () => {
  const failed = (fullName: string, message: string) => ({
    status: 'failed',
    fullName,
    failureMessages: [message],
  });
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { name: 'src/a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: 'src/b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          failed('takes away', '\u001b[31mnot 1\u001b[39m'),
        ],
      },
      {
        name: 'src/c.test.ts',
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'waits' }],
      },
    ],
  };
  const failures = [
    'src/a.test.ts › the whole file\n  no such module',
    'src/b.test.ts › takes away\n  not 1',
  ];
  expect(fromVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3, failures });
});

test('a Playwright report is read by its stats, and what failed is named', () => {
  const spec = (title: string, status: string, results: { error?: { message: string } }[]) => ({
    title,
    file: 'tests/e2e/a.spec.ts',
    tests: [{ status, results }],
  });
  const specs = [
    spec('opens', 'expected', [{}]),
    spec('shuts', 'unexpected', [{ error: { message: 'a\nb' } }]),
  ];
  const report = {
    stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 },
    suites: [{ suites: [{ specs }] }],
  };
  const failures = ['tests/e2e/a.spec.ts › shuts\n  a\n  b'];
  expect(fromPlaywright(report)).toEqual({ passed: 5, failed: 2, skipped: 3, failures });
});

test('no report is no totals', () => {
  expect(readReport('/nowhere/report.json')).toBeUndefined();
});
