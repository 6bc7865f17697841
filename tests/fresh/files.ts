/** Files of users, for commands that read some. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../src/node/bootstrap/root.mjs';
import { smallParquet } from '../builders/small-parquet.ts';
import { readLinesOf, type VerdictRow } from '../node/command-line.ts';
import type { FreshClone } from './clone.ts';

/** The files of the README. */
export const PROBLEM = readFileSync(inRoot('docs/example/problems.jsonl'), 'utf8');
export const SAMPLES = readFileSync(inRoot('docs/example/samples.jsonl'), 'utf8');
/** A row as LiveCodeBench has it. */
const LIVE_CODE_BENCH = {
  question_title: 'Twice',
  question_content: 'Read a number, and say its double.',
  platform: 'atcoder',
  question_id: 'abc1_a',
  contest_date: '2025-01-04T00:00:00',
  starter_code: '',
  difficulty: 'easy',
  public_test_cases: JSON.stringify([{ input: '2', output: '4', testtype: 'stdin' }]),
  // As many as `prepare` wants to keep a problem.
  private_test_cases: JSON.stringify(
    [3, 4, 5, 6, 7].map((n) => ({ input: `${n}`, output: `${2 * n}`, testtype: 'stdin' })),
  ),
  metadata: '{}',
};

/** Writes the files that documented commands read and that no documented command makes. */
export function bringFiles({ folder }: FreshClone): void {
  const files = {
    'problems.jsonl': PROBLEM,
    'samples.jsonl': SAMPLES,
    'solutions.jsonl': SAMPLES,
    'test6.jsonl': JSON.stringify(LIVE_CODE_BENCH),
    'test.jsonl': PROBLEM.replace('"double"', '"other"').replace(
      'Read a number and print its double.',
      'Another one, which shares no words at all.',
    ),
    'data/train-0.parquet': smallParquet(['a', 'b', 'c']),
  };
  mkdirSync(join(folder, 'data'));
  // As `pip` makes it, which needs a registry.
  mkdirSync(join(folder, 'wheels'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}

export function verdictsOf({ folder }: FreshClone): readonly string[] {
  return readLinesOf<VerdictRow>(join(folder, 'verdicts.jsonl')).map(({ verdict }) => verdict);
}
