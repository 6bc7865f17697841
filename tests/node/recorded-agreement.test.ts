/** Programs of our own, and what native Python 3.11 made of them: `tests/agreement/sample/record.py`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { grade, readLinesOf } from './command-line.ts';

const SAMPLE = fileURLToPath(new URL('../agreement/sample/', import.meta.url));

interface Native {
  readonly problem_id: string;
  readonly sample_id: string;
  readonly verdict: string;
  readonly reward: 0 | 1;
  readonly first_failed: number | null;
}

it('every program of the sample is judged as native Python has it, to the first failing test', () => {
  const native = readLinesOf<Native>(`${SAMPLE}native.jsonl`);
  expect(native.length).toBeGreaterThanOrEqual(150);
  const read = (name: string) => readFileSync(`${SAMPLE}${name}.jsonl`, 'utf8');
  const rows = grade(read('problems'), read('samples'));
  expect(
    rows.map(({ problem_id, sample_id, verdict, reward, first_failed }) => ({
      problem_id,
      sample_id,
      verdict,
      reward,
      first_failed,
    })),
  ).toEqual(native);
});
