/** The command line between other programs. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTemporaryFolder } from '../builders/files.ts';
import { allpass, BIN } from './command-line.ts';

const verdict = (sample: number): string =>
  JSON.stringify({
    problem_id: 'sum',
    sample_id: String(sample),
    profile: 'standard',
    reward: sample % 2,
    verdict: sample % 2 === 1 ? 'accepted' : 'wrong-answer',
    tests_total: 1,
    tests_run: 1,
    tests_passed: sample % 2,
    first_failed: sample % 2 === 1 ? null : 0,
    tests: [],
    error: null,
    flags: [],
    time_factor: 1,
  });
const verdicts = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${verdict(at)}\n`).join('');

test('a file named - is standard input', () => {
  const { code, stdout } = allpass(['report', '-', '--as', 'csv'], undefined, verdicts(4));
  expect(code).toBe(0);
  expect(stdout.trimEnd().split('\n')).toHaveLength(5);
});

test.skipIf(process.platform === 'win32')('a reader that leaves early ends it without a word', () => {
  inTemporaryFolder((folder) => {
    const path = join(folder, 'verdicts.jsonl');
    // More than a pipe holds.
    writeFileSync(path, verdicts(5000));
    const line = '"$0" "$1" report "$2" --as csv | head -1; echo "${PIPESTATUS[0]}"';
    const end = spawnSync('bash', ['-c', line, process.execPath, BIN, path], { encoding: 'utf8' });
    expect(end.stdout).toMatch(/^problem_id,.*\r\n0\n$/);
    expect(end.stderr).toBe('');
  });
});

test('it says its version', () => {
  expect(allpass(['--version']).stdout).toMatch(/^allpass \d+\.\d+\.\d+\n$/);
});
