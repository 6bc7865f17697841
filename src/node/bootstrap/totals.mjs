import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

/**
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures what failed and why, a text each: a log that was cut off at its beginning
 *   still says it
 */

/** @type {Totals} */
export const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Lines of a failure's message that are repeated at the end. */
const SHOWN_LINES = 12;

/**
 * @param {Totals} a
 * @param {Totals} b
 * @returns {Totals}
 */
export function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    failures: [...a.failures, ...b.failures],
  };
}

/** @param {Pick<Totals, 'passed' | 'failed' | 'skipped'>} totals */
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
  const broken = (/** @type {string} */ complaint) => ({
    totals: { ...totals, failed: totals.failed + 1, failures: [...totals.failures, complaint] },
    complaint,
  });
  if (!reported) return broken(`exit code ${exitCode} and no report`);
  if (reported !== nothing && totals.passed + totals.failed + totals.skipped === 0)
    return broken('no test ran');
  if (exitCode !== 0 && totals.failed === 0) return broken(`exit code ${exitCode}`);
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
 * @typedef {{ status: string, results: { error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite
 *
 * @param {{ stats: { expected: number, flaky: number, unexpected: number, skipped: number },
 *   suites?: PlaywrightSuite[] }} report
 * @returns {Totals}
 */
export function fromPlaywright({ stats, suites = [] }) {
  const failures = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ results }) => failure(file, title, results.find(({ error }) => error)?.error?.message)),
    );
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures,
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {PlaywrightSpec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

/**
 * @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestAssertion
 *
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, message?: string, assertionResults: VitestAssertion[] }[] }} report
 * @returns {Totals}
 */
export function fromVitest(report) {
  const hasFailed = (/** @type {{ status: string }} */ { status }) => status === 'failed';
  const files = report.testResults.filter(hasFailed);
  // A file that does not even load is failed, yet has no failed test to be counted.
  const unloaded = files.filter(({ assertionResults }) => !assertionResults.some(hasFailed));
  const failures = [
    ...unloaded.map(({ name, message }) => failure(name, 'the whole file', message)),
    ...files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(hasFailed)
        .map(({ fullName, failureMessages }) => failure(name, fullName, failureMessages?.[0])),
    ),
  ];
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string} [message]
 */
function failure(file, title, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, SHOWN_LINES);
  return [`${relative(root, file)} › ${title}`, ...lines.map((line) => `  ${line}`)].join('\n');
}
