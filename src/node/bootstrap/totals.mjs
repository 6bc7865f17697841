import { readFileSync } from 'node:fs';

/** @typedef {{ readonly passed: number, readonly failed: number, readonly skipped: number }} Totals */

/** @type {Totals} */
export const nothing = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Totals} a
 * @param {Totals} b
 * @returns {Totals}
 */
export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped };
}

/** @param {Totals} totals */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Sets the report against the exit code: a runner that broke off, or ran nothing where there are tests,
 * is one failure, so that the totals never look better than what happened.
 * @param {number} exitCode
 * @param {Totals | undefined} reported undefined when there is no report
 * @returns {{ totals: Totals, complaint?: string }}
 */
export function judgeStage(exitCode, reported) {
  const totals = reported ?? nothing;
  const broken = { ...totals, failed: totals.failed + 1 };
  if (!reported) return { totals: broken, complaint: `exit code ${exitCode} and no report` };
  if (reported !== nothing && totals.passed + totals.failed + totals.skipped === 0)
    return { totals: broken, complaint: 'no test ran' };
  if (exitCode !== 0 && totals.failed === 0) return { totals: broken, complaint: `exit code ${exitCode}` };
  return { totals };
}

/**
 * @param {string} path of a JSON report by Vitest or Playwright
 * @returns {Totals | undefined}
 */
export function readReport(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    return 'stats' in report ? fromPlaywright(report) : fromVitest(report);
  } catch {
    return undefined;
  }
}

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number } }} report
 * @returns {Totals}
 */
export function fromPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Totals}
 */
export function fromVitest(report) {
  // A file that does not even load is failed, yet has no failed test to be counted.
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
