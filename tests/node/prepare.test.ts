/** `allpass prepare`, judging the official solutions itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withFiles } from '../builders/files.ts';
import { allpass } from './command-line.ts';

const words = (name: string) => Array.from({ length: 40 }, (_, at) => `${name}${at}`).join(' ');
const problem = (id: string, tests = 6) => ({
  id,
  mode: 'stdin',
  prompt: words(id),
  tests: Array.from({ length: tests }, (_, at) => ({ input: `${at}\n`, output: `${at}\n` })),
});
const solution = (problem_id: string, id: number, code: string) => ({ problem_id, id, code });
const [RIGHT, WRONG] = ['print(input())', 'print(7)'];

it('names the problems that accept a program that does nothing', () => {
  const silent = {
    ...problem('silent'),
    tests: Array.from({ length: 6 }, (_, at) => ({ input: `${at}`, output: '' })),
  };
  const solutions = ['a', 'silent'].map((id) => solution(id, 0, id === 'a' ? RIGHT : 'pass'));
  withFiles({ 'P.jsonl': [problem('a'), silent], 'S.jsonl': solutions }, (folder) => {
    const options = [
      '--verify',
      'S.jsonl',
      '--keep-flagged',
      '--workers',
      '1',
      '-o',
      'one.jsonl',
      '--report',
      'R.json',
    ];
    const end = allpass(['prepare', 'P.jsonl', ...options], folder);
    expect(end.stderr).toContain(
      'allpass: 1 problem accepts a program that does nothing (pass), so any program earns reward 1 there: silent\n',
    );
    const report = JSON.parse(readFileSync(join(folder, 'R.json'), 'utf8')) as object;
    expect(report).toMatchObject({ accepts_empty_program: ['silent'] });
  });
});

it('keeps what a solution passes, and the rows of grade serve in its place', () => {
  const problems = [...['a', 'b', 'c', 'd'].map((id) => problem(id)), problem('few', 1)];
  const solutions = [
    solution('a', 0, WRONG),
    solution('a', 1, RIGHT),
    solution('a', 2, WRONG),
    solution('b', 0, RIGHT),
    ...Array.from({ length: 120 }, (_, at) => solution('b', at + 1, WRONG)),
    solution('c', 0, WRONG),
    solution('few', 0, RIGHT),
    solution('elsewhere', 0, RIGHT),
  ];
  withFiles({ 'P.jsonl': problems, 'S.jsonl': solutions }, (folder) => {
    const path = (name: string) => join(folder, name);
    const verify = ['--verify', 'S.jsonl', '--verify-output', 'V.jsonl', '--workers', '1'];
    const end = allpass(['prepare', 'P.jsonl', ...verify, '-o', 'one.jsonl', '--report', 'R.json'], folder);
    expect([end.stderr, end.code]).toEqual([expect.stringContaining('2  after 2 dropped: official'), 0]);
    const rows = readFileSync(path('V.jsonl'), 'utf8').trim().split('\n');
    const judged = rows.map(
      (row) => JSON.parse(row) as { problem_id: string; sample_id: string; reward: number },
    );
    const of = (id: string) => judged.filter(({ problem_id }) => problem_id === id);
    expect(of('a').map(({ sample_id, reward }) => [sample_id, reward])).toContainEqual(['1', 1]);
    expect(of('c').map(({ reward }) => reward)).toEqual([0]);
    // Where one has passed, those behind it are passed over, but for what the page has taken up already.
    expect(of('b').length).toBeLessThan(90);
    // A problem that an earlier step drops is not judged at all.
    expect([of('few'), of('elsewhere')]).toEqual([[], []]);
    const { dropped } = JSON.parse(readFileSync(path('R.json'), 'utf8')) as { dropped: object[] };
    expect(dropped).toEqual([
      { id: 'few', step: 'few-tests', reason: 'has 1 of the 5 tests that it needs' },
      { id: 'c', step: 'unverified', reason: 'has official solutions, and none of them passes all tests' },
      { id: 'd', step: 'unverified', reason: 'has no official solution that was judged' },
    ]);
    expect(
      allpass(['prepare', 'P.jsonl', '--verdicts', 'V.jsonl', '-o', 'two.jsonl', '-q'], folder).code,
    ).toBe(0);
    expect(readFileSync(path('two.jsonl'))).toEqual(readFileSync(path('one.jsonl')));
  });
});
