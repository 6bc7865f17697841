/** The rows of a run as comma-separated values (RFC 4180), for tables. */
import type { JudgedSample } from '../../datasets/verdict-file.ts';

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

/**
 * A row a sample, in their order, under a row of names. A missing value of a sample, a reward for example, is empty.
 */
export function runCsv(samples: readonly JudgedSample[]): string {
  const rows = samples.map(({ problemId, sampleId, profile, verdict, reward, flags, ...counts }) => [
    ...[problemId, sampleId, profile, verdict].map(textCell),
    numberCell(reward),
    textCell(flags.join(' ')),
    ...[counts.testsPassed, counts.testsTotal, counts.tokens].map(numberCell),
  ]);
  return [HEAD, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function numberCell(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value);
}

/** Tables take what begins like these for a formula, and would run it. */
function textCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
