import { expect, test } from 'vitest';
import { add, closingLine, fromPlaywright, fromVitest, judgeStage, nothing, readReport } from './totals.mjs';

const some = { passed: 3, failed: 0, skipped: 1 };

test('the closing line sums up', () => {
  expect(closingLine(add(some, { passed: 1, failed: 2, skipped: 0 }))).toBe('4 passed, 2 failed, 1 skipped');
});

test('a stage that went well counts as reported', () => {
  expect(judgeStage(0, some)).toEqual({ totals: some });
  expect(judgeStage(1, { ...some, failed: 2 })).toEqual({ totals: { ...some, failed: 2 } });
  expect(judgeStage(0, nothing)).toEqual({ totals: nothing });
});

test('a stage that broke off counts as one failure', () => {
  expect(judgeStage(1, some).totals).toEqual({ ...some, failed: 1 });
  expect(judgeStage(0, undefined).totals.failed).toBe(1);
  expect(judgeStage(1, nothing).totals.failed).toBe(1);
});

test('a runner that found no test counts as one failure', () => {
  expect(judgeStage(0, { passed: 0, failed: 0, skipped: 0 }).totals.failed).toBe(1);
});

test('a Vitest file that does not load counts as one failure', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(fromVitest(report)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test('a Playwright report is read by its stats', () => {
  expect(fromPlaywright({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } })).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
  });
});

test('no report is no totals', () => {
  expect(readReport('/nowhere/report.json')).toBeUndefined();
});
