/** The rows of a run as comma-separated values (RFC 4180), for tables. */
import type { JudgedSample } from '../../datasets/verdict-file.ts';

const HEAD = ['problem_id', 'sample_id', 'profile', 'verdict', 'reward', 'flags'];

/** A row a sample, in their order, under a row of names. A sample without a reward has an empty one. */
export function runCsv(samples: readonly JudgedSample[]): string {
  const rows = samples.map(({ problemId, sampleId, profile, verdict, reward, flags }) => [
    ...[problemId, sampleId, profile, verdict].map(textCell),
    reward === null ? '' : String(reward),
    textCell(flags.join(' ')),
  ]);
  return [HEAD, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** Tables take what begins like these for a formula, and would run it. */
function textCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
