/** Wall time of the command line over many real programs, those that are too slow among them. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { timedGrade } from './grade-rows.ts';

const FIXTURES = fileURLToPath(new URL('../../../../shared/fixtures/', import.meta.url));

/** In seconds; null where the shared programs are not beside this checkout. */
export function fixturesGradeSeconds(): number | null {
  if (!existsSync(FIXTURES)) return null;
  const { seconds } = timedGrade([
    '--problems',
    `${FIXTURES}problems.jsonl`,
    '--samples',
    `${FIXTURES}solutions.jsonl`,
  ]);
  return seconds;
}
