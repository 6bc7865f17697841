/** The rows of a run as comma-separated values (RFC 4180), for tables. */
import type { JudgedSample } from '../../datasets/verdict-rows.ts';
import type { Fact } from '../share/run-facts.ts';

const HEAD = [
  'problem_id',
  'sample_id',
  'profile',
  'verdict',
  'reward',
  'flags',
  'tests_passed',
  'tests_total',
  'tokens',
];

/** Columns for a run with redrawn samples. */
const REDRAW_HEAD = ['redrawn_limit', 'redrawn_old_limit', 'redrawn_old_tokens'];

/**
 * Writes a header and a row for each sample. A missing value, such as a reward, is empty.
 * @param facts of the run; each becomes a column, except the profile, which has one already
 */
export function runCsv(samples: readonly JudgedSample[], facts: readonly Fact[] = []): string {
  const columns = facts.filter(([name]) => !HEAD.includes(name));
  const hasRedraws = samples.some(({ redrawn }) => redrawn !== undefined);
  const rows = samples.map(({ problemId, id, profile, verdict, reward, flags, redrawn, ...counts }) => [
    ...[problemId, id, profile, verdict, reward, flags.join(' ')],
    ...[counts.testsPassed, counts.testsTotal, counts.tokens],
    ...(hasRedraws ? [redrawn?.limit, redrawn?.oldLimit, redrawn?.oldTokens] : []),
    ...columns.map(([, value]) => value),
  ]);
  return csvRows([[...HEAD, ...(hasRedraws ? REDRAW_HEAD : []), ...columns.map(([name]) => name)], ...rows]);
}

/** Formats rows as CSV. Null and undefined become empty cells. */
export function csvRows(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  const cell = (value: string | number | null | undefined): string =>
    typeof value === 'string' ? textCell(value) : String(value ?? '');
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** A spreadsheet evaluates cells that begin with these as formulas. */
function textCell(text: string): string {
  const safeText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}
