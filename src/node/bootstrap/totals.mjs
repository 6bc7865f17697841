/** Computes the totals of test runners from their reports in the format of JUnit, which Vitest and Playwright write. */
import { readFileSync } from 'node:fs';

/**
 * @typedef {object} Totals
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} failures the failed tests with the start of their messages, so that the end of a
 *   log names them
 */

/** @type {Totals} */
export const nothing = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** The number of lines of a failure's message that are repeated at the end. */
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

/** @param {Totals} totals */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * Compares the report with the exit code. A runner that crashed, or ran no test, counts as one failure, so that the totals
 * are never better than the run.
 * @param {number} exitCode
 * @param {Totals | undefined} reported undefined if there is no report
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
 * @param {string} path of a report in JUnit's format
 * @returns {Totals | undefined} undefined if there is no complete report
 */
export function readReport(path) {
  try {
    return totalsIn(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} report
 * @returns {Totals | undefined}
 */
export function totalsIn(report) {
  if (!report.trimEnd().endsWith('</testsuites>')) return undefined;
  const cases = [...report.matchAll(/<testcase\b([^>]*)>([^]*?)<\/testcase>/g)].map(
    ([, attributes = '', content = '']) => ({ attributes, content: content.replace(OUTPUT, '') }),
  );
  const failed = cases.filter(({ content }) => /<(failure|error)\b/.test(content));
  const skipped = cases.filter(({ content }) => /<skipped\b/.test(content));
  return {
    passed: cases.length - failed.length - skipped.length,
    failed: failed.length,
    skipped: skipped.length,
    failures: failed.map(({ attributes, content }) => {
      const [, name = ''] = /\bname="([^"]*)"/.exec(attributes) ?? [];
      const [, file = ''] = /\bclassname="([^"]*)"/.exec(attributes) ?? [];
      const [, message = ''] = /<(?:failure|error)\b[^>]*>([^]*?)<\/(?:failure|error)>/.exec(content) ?? [];
      const lines = plain(message).trim().split('\n').slice(0, SHOWN_LINES);
      return [`${plain(file)} › ${plain(name)}`, ...lines.map((line) => `  ${line}`)].join('\n');
    }),
  };
}

/** The output of a test, which may contain any text. */
const OUTPUT = /<system-(out|err)>[^]*?<\/system-\1>/g;

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** @param {string} xml text of an element or an attribute */
function plain(xml) {
  return xml
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (name)]);
}
