/** The texts of the command line beside its rows: summaries, helps, and words for missing files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROFILES } from '../../src/judge/profiles/profiles.ts';
import { withFiles } from '../builders/files.ts';
import { allpass, readLinesOf, type CommandEnd, type VerdictRow } from './command-line.ts';

const problem = (id: string, source: string) => ({
  id,
  source,
  mode: 'stdin',
  prompt: '',
  tests: [{ input: '', output: '1' }],
});
const PROBLEMS = [problem('first', 'easy'), problem('second', 'hard')];
const RIGHT = { problem_id: 'first', id: 'right', code: 'print(1)' };
const WRONG = { problem_id: 'first', id: 'wrong', code: 'print(2)' };
const OTHER = { problem_id: 'second', id: 'right', response: '```python\nprint(1)\n```' };
const STRAY = { problem_id: 'secnod', id: 'stray', code: 'print(1)' };

interface Said extends CommandEnd {
  readonly rows: readonly VerdictRow[];
}

/** Runs a command on these samples. */
function said(samples: readonly object[], command: string, ...options: readonly string[]): Said {
  return withFiles({ 'P.jsonl': PROBLEMS, 'S.jsonl': samples }, (folder) => {
    const end = allpass([command, '--samples', 'S.jsonl', ...options, '-o', 'out.jsonl'], folder);
    return { ...end, rows: end.code === 2 ? [] : readLinesOf(join(folder, 'out.jsonl')) };
  });
}
const FILES = ['--problems', 'P.jsonl'];

describe('grade', () => {
  it('sums up what came out; a sample without its problem costs no other sample', () => {
    const { code, stdout, stderr, rows } = said([RIGHT, STRAY, WRONG, OTHER], 'grade', ...FILES);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(rows.map(({ sample_id, verdict, reward }) => [sample_id, verdict, reward])).toEqual([
      ['right', 'accepted', 1],
      ['stray', 'unknown-problem', null],
      ['wrong', 'wrong-answer', 0],
      ['right', 'accepted', 1],
    ]);
    expect(Object.keys(rows[1]!)).toEqual(Object.keys(rows[0]!));
    expect(rows[1]).toMatchObject({
      problem_id: 'secnod',
      error: '"secnod" is not in P.jsonl (did you mean second?)',
      tests_total: 0,
    });
    const lines = stderr.trimEnd().split('\n');
    // On a slow machine it says how far it is.
    const [warning, ...summary] = lines.filter((line) => !/^allpass: \d+ (of|programs)/.test(line));
    expect(warning).toBe(
      'allpass: 1 sample names an unknown problem: "secnod" is not in P.jsonl (did you mean second?); ' +
        'verdict unknown-problem (--strict refuses such a file)',
    );
    expect(summary.slice(0, 9)).toEqual([
      'graded       4 samples of 2 problems, profile standard',
      'verdicts     accepted         2  50.0 %',
      '             unknown-problem  1  25.0 %',
      '             wrong-answer     1  25.0 %',
      'mean reward  0.667 over 3 samples; 1 has none: see its row',
      'pass@1       75.0 %, the mean over problems; 1 to 2 samples a problem',
      'by set       set   problems  samples  mean reward   pass@1',
      '             easy         1        2        0.500   50.0 %',
      '             hard         1        1        1.000  100.0 %',
    ]);
    expect(summary.slice(9).map((line) => line.split(' ')[0])).toEqual(['time', 'machine', 'rows']);
    expect(summary.at(-2)).toMatch(/^machine {6}time limits × [1-5]\.\d\d.*; \d+ workers?, chromium$/);
    expect(summary.at(-1)).toBe('rows         out.jsonl');
  });

  it('says nothing when it is to be quiet and all is well', () => {
    const end = said([OTHER, RIGHT], 'grade', ...FILES, '--quiet');
    expect(end).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(end.rows.map(({ reward }) => reward)).toEqual([1, 1]);
  });

  it('judges an answer under a program’s name as an answer, and says so once', () => {
    const answer = 'Here it is:\n```python\nprint(1)\n```';
    const rows = ['completion', 'code'].map((name) => ({ problem_id: 'first', [name]: answer }));
    const end = said(rows, 'grade', ...FILES);
    expect(end.rows.map(({ sample_id, reward }) => [sample_id, reward])).toEqual([
      ['0', 1],
      ['1', 1],
    ]);
    expect(
      end.stderr.match(/allpass: S.jsonl: 2 samples hold Markdown .*"completion" or "code"/g),
    ).toHaveLength(1);
  });

  it('opens no page where no sample has its problem; quiet or not, it says what could not be judged', () => {
    const end = said([STRAY], 'grade', ...FILES, '-q', '--profile', 'lcb');
    expect(end).toMatchObject({ code: 1, stderr: 'allpass: 1 of 1 sample could not be judged\n' });
    expect(end.rows).toMatchObject([{ verdict: 'unknown-problem', reward: null, profile: 'lcb' }]);
  });
});

it('xray sums up under every profile, and has a row for a sample without its problem', () => {
  const trailing = { ...OTHER, response: '```python\nprint(1)\n```\n```text\n1\n```' };
  const end = said([STRAY, trailing], 'xray', ...FILES);
  expect(end.code).toBe(1);
  expect(end.rows[0]).toEqual({
    problem_id: 'secnod',
    sample_id: 'stray',
    verdict: 'unknown-problem',
    error: '"secnod" is not in P.jsonl (did you mean second?)',
    profiles: [],
  });
  expect(end.rows[1]).toMatchObject({ problem_id: 'second', sample_id: 'right' });
  expect(end.stderr).toContain('verdicts    unknown-problem 1, accepted 1; by the standard profile\n');
  expect(end.stderr).toMatch(/\n +rllm +-?\d\.\d{3} +0\.0 % +1 {2}extract 1\n/);
  for (const { name } of PROFILES) expect(end.stderr).toContain(name);
});

describe('extract', () => {
  it('takes the file that grade takes, and gives back samples', () => {
    const end = said([OTHER, RIGHT, { ...OTHER, id: 'none', response: 'No.' }], 'extract');
    expect(end).toMatchObject({ code: 0, stderr: 'a program in 2 of 3 samples, by profile standard\n' });
    expect(end.rows).toEqual([
      { problem_id: 'second', id: 'right', code: 'print(1)' },
      { problem_id: 'first', id: 'right', code: 'print(1)' },
      { problem_id: 'second', id: 'none', code: null },
    ]);
  });

  it('takes the program out of an answer whatever its name, and says so', () => {
    const end = said([{ ...OTHER, response: null, completion: OTHER.response }], 'extract');
    expect(end.rows).toEqual([{ problem_id: 'second', id: 'right', code: 'print(1)' }]);
    expect(end.stderr).toMatch(/^allpass: S.jsonl: 1 sample holds Markdown/);
  });

  it('says which option a file is for', () => {
    withFiles({ 'S.jsonl': [OTHER] }, (folder) => {
      const end = allpass(['extract', '--answers', 'S.jsonl'], folder);
      expect(end.code).toBe(2);
      expect(end.stderr).toContain('S.jsonl, line 1, field text: is missing');
      expect(end.stderr).toContain('given by --samples');
      expect(allpass(['extract'], folder)).toMatchObject({
        code: 2,
        stderr: 'allpass: --samples is missing (or --answers)\n',
      });
    });
  });
});

describe('help', () => {
  const help = (...args: readonly string[]) => {
    const { code, stdout, stderr } = allpass(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };

  it('is of the whole, or of a command, by whatever word it is asked for', () => {
    expect(help()).toContain('\nCommands\n');
    expect(help('help')).toBe(help('--help'));
    expect(help('help', 'xray')).toContain('Usage: allpass xray ');
    expect(help('xray', '--samples', 'S.jsonl', '-h')).toBe(help('xray', '--help'));
  });
});

it('the document has every field of a row, and the verdicts that only rows have', () => {
  const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
  const { rows } = said([STRAY], 'grade', ...FILES);
  const words = [...Object.keys(rows[0]!), 'codes', 'newer_python', 'unknown-problem', 'judge-error'];
  expect(words.filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
});
