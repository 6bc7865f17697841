/** `--packages DIR` with wheels as pip downloads them, skipped where the registry of Python is not reachable. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { inTemporaryFolder, withFiles } from '../builders/files.ts';
import { allpass, grade } from '../node/command-line.ts';

const PROBLEM = {
  id: 'sort',
  prompt: 'Sort the numbers.',
  mode: 'stdin',
  tests: [{ input: '3 1 2', output: '1 2 3' }],
};
/** rich-argparse requires rich, which requires three more. The version of more-itertools is not the one of Pyodide. */
const PURE = ['sortedcontainers==2.4.0', 'more-itertools==10.7.0', 'rich-argparse==1.7.1'];
const SORTED = 'print(*sorted(map(int, input().split())))';
const SAMPLE = { problem_id: 'sort', id: '0', code: SORTED };
const PROGRAMS = [
  'from sortedcontainers import SortedList\nprint(*SortedList(map(int, input().split())))',
  `import more_itertools\nassert more_itertools.__version__ == '10.7.0'\n${SORTED}`,
  `import rich_argparse, rich.text\n${SORTED}`,
];

/** Returns why pip could not download the wheels; null when they are in the folder. */
function download(folder: string, ...names: readonly string[]): string | null {
  const pip = ['-m', 'pip', 'download', '-q', '--retries', '1', '--timeout', '60', '-d', folder, ...names];
  const { status, stderr, error } = spawnSync('python3', pip, { encoding: 'utf8' });
  return status === 0 ? null : (error?.message ?? stderr.trim().split('\n').at(-1) ?? '');
}

it('loads wheels of Python only, with what they require', ({ skip }) =>
  inTemporaryFolder((folder) => {
    const why = download(folder, ...PURE);
    if (why !== null) skip(`the wheels cannot be downloaded: ${why}`);
    const samples = PROGRAMS.map((code, at) => ({ problem_id: 'sort', id: String(at), code }));
    const rows = grade([PROBLEM], samples, '--packages', folder, '-q');
    expect(rows.map(({ reward, error }) => [reward, error])).toEqual(PROGRAMS.map(() => [1, null]));
  }));

it('refuses a wheel of native code before anything is graded', ({ skip }) =>
  withFiles({ 'problems.jsonl': [PROBLEM], 'samples.jsonl': [SAMPLE] }, (folder) => {
    const platform = ['--platform', 'manylinux2014_x86_64', '--python-version', '3.11'];
    const why = download(folder, '--no-deps', '--only-binary=:all:', ...platform, 'ujson==5.10.0');
    if (why !== null) skip(`the wheel cannot be downloaded: ${why}`);
    const files = ['--problems', 'problems.jsonl', '--samples', 'samples.jsonl', '-o', 'out.jsonl'];
    const { code, stderr, stdout } = allpass(['grade', ...files, '--packages', '.'], folder);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^allpass: --packages: ujson-5\.10\.0-\S+ is built for manylinux\S+, which the sandbox cannot load: [^\n]+\n$/,
    );
  }));
