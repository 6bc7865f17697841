/**
 * Profiles against what the original graders paid for the same answers: `originals/originals.py` records it.
 * `every`: 1 for all rows, n for each n-th.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { grade, readLinesOf } from '../node/command-line.ts';

const FOLDER = fileURLToPath(new URL('originals/', import.meta.url));
const SAMPLE = fileURLToPath(new URL('sample/', import.meta.url));

interface Row {
  readonly problem_id: string;
  readonly id: string;
  readonly response: string;
}

/** What a grader paid, by problem and answer. */
type Paid = Readonly<Record<string, number>>;

const read = (path: string) => readFileSync(path, 'utf8');
const paid: Readonly<Record<string, Paid>> = JSON.parse(read(`${FOLDER}rewards.json`));

/** The programs of the sample as answers; the prompt of lm-eval has opened the block already. */
function answers(profile: string): Row[] {
  const opening = profile === 'lm-eval' ? '' : '```python';
  const programs = readLinesOf<Omit<Row, 'response'> & { readonly code: string }>(`${SAMPLE}samples.jsonl`);
  return [
    ...readLinesOf<Row>(`${FOLDER}answers.jsonl`),
    ...programs.map(({ code, ...row }) => ({ ...row, response: `${opening}\n${code}\n\`\`\`` })),
  ];
}

export function expectOriginalRewards(every: number): void {
  const problems = `${read(`${FOLDER}problems.jsonl`)}${read(`${SAMPLE}problems.jsonl`)}`;

  describe.each(Object.entries(paid))('%s', (profile, rewards) => {
    it(`pays what the original paid, for ${every === 1 ? 'every answer' : `each ${every}th answer`}`, () => {
      const key = ({ problem_id, id }: Row) => `${problem_id}/${id}`;
      const asked = answers(profile).filter((row) => Object.hasOwn(rewards, key(row)));
      expect(asked.length).toBeGreaterThanOrEqual(200);
      const chosen = asked.filter((_, index) => index % every === 0);
      const samples = chosen.map((row) => JSON.stringify(row)).join('\n');
      const rows = grade(problems, samples, '--profile', profile);
      const different = rows.flatMap(({ reward, verdict, error }, index) => {
        const id = key(chosen[index]!);
        const close = reward !== null && Math.abs(reward - rewards[id]!) < 1e-9;
        return close ? [] : [{ id, original: rewards[id]!, reward, verdict, error }];
      });
      expect(different).toEqual([]);
    });
  });
}
