/** HumanEval's own file of samples, graded as it is: what its authors' harness says of each. Three shards are one run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../builders/files.ts';
import { allpass, readLinesOf, type VerdictRow } from '../node/command-line.ts';
import { steady } from '../node/steady-rows.ts';

const RAW = fileURLToPath(new URL('../../../shared/fixtures/raw/humaneval/', import.meta.url));
const present = existsSync(RAW);
if (!present) console.warn('Skipped: the shared fixtures folder is not beside this checkout.');

describe.skipIf(!present)('samples of HumanEval (shared fixtures)', () => {
  it('earn what the original gives them, in one run and in three shards put together', () => {
    inTemporaryFolder((folder) => {
      const samples = join(RAW, 'samples.jsonl');
      const run = (...args: readonly string[]): void => {
        const end = allpass(args, folder);
        expect(end.code, end.stderr).toBe(0);
      };
      run('convert', join(RAW, 'HumanEval.sample.jsonl.gz'), '-o', 'p.jsonl', '-q');
      const grade = ['grade', '--problems', 'p.jsonl', '--samples', samples, '-q'];
      run(...grade, '-o', 'whole.jsonl');
      const expected = readLinesOf<{ task_id: string; passed: boolean }>(join(RAW, 'samples.expected.jsonl'));
      const rows = readLinesOf<VerdictRow>(join(folder, 'whole.jsonl'));
      expect(rows.map(({ problem_id, reward }) => [problem_id, reward === 1])).toEqual(
        expected.map(({ task_id, passed }) => [task_id, passed]),
      );
      const shards = [1, 2, 3].map((shard) => `shard-${shard}.jsonl`);
      shards.forEach((name, at) => run(...grade, '--shard', `${at + 1}/3`, '-o', name));
      run('merge', '--samples', samples, ...shards.toReversed(), '-q', '-o', 'merged.jsonl');
      expect(steady(join(folder, 'merged.jsonl'))).toEqual(steady(join(folder, 'whole.jsonl')));
    });
  });
});
