/** The hack gym's board says what the judge says, and who solves its problems honestly is paid. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Board, Exploits } from '../../src/datasets/gym.ts';
import { judgeExploits } from '../../src/node/build/gym-board.ts';
import { grade } from '../node/command-line.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const { problems, exploits } = JSON.parse(read('public/gym/exploits.json')) as Exploits;

it('every grader says of every exploit what was recorded', async () => {
  const recorded = JSON.parse(read('public/gym/board.json')) as Board;
  const judged = await judgeExploits(problems, exploits);
  for (const { id } of exploits)
    expect(judged[id], `${id}: npm run gym records it anew`).toEqual(recorded[id]);
});

it('the standard rules pay for every right program', () => {
  const samples = problems.map(({ id }) => {
    const code = read(`src/datasets/gym/problems/${id.replace(/^gym\//, '')}/right.py`);
    return { problem_id: id, id: 'right', code };
  });
  const rows = grade(read('public/gym/problems.jsonl'), samples);
  expect(rows.filter(({ reward }) => reward !== 1)).toEqual([]);
  expect(rows).toHaveLength(problems.length);
});
