/** Tests `allpass grade` in this process, with a page that accepts programs that print 1. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { withFiles } from '../../../../tests/builders/files.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import type { SampleJob } from '../../../judge/protocol/driver-page.ts';
import { PageFailure } from '../page/page-settings.ts';
import { GRADE } from './grade.ts';

const page = vi.hoisted(() => ({ answers: Infinity }));
vi.mock('../page/built-page.ts', () => ({
  openPage: async () => {
    let jobCount = 0;
    const judge = async ({ submission }: SampleJob) => {
      if (jobCount++ === page.answers) throw new PageFailure('the page has gone');
      const isRight = JSON.stringify(submission).includes('print(1)');
      return { task: 'judge', report: reportOf([isRight ? 'accepted' : 'wrong-answer']) };
    };
    return { judge, close: async () => undefined };
  },
}));

const PROBLEM = { id: 'p', mode: 'stdin', prompt: 'Print 1.', tests: [{ input: '', output: '1' }] };
const SAMPLES = ['print(1)', 'print(2)', 'print(1)', 'print(2)'].map((code, id) => ({
  problem_id: 'p',
  id,
  code,
  passed: id !== 3,
}));

it('holds all rows against what their file says of them, also those that an earlier run has made', () =>
  withFiles({ 'P.jsonl': [PROBLEM], 'S.jsonl': SAMPLES }, async (folder) => {
    const path = (name: string) => join(folder, name);
    const args = ['--problems', path('P.jsonl'), '--samples', path('S.jsonl'), '-o', path('V.jsonl')];
    const run = async () => {
      const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const code = await GRADE.run(args);
      const text = said.mock.calls.map(([words]) => String(words)).join('');
      said.mockRestore();
      return { code, text };
    };
    page.answers = 2;
    expect((await run()).code).toBe(3);
    page.answers = Infinity;
    const { code, text } = await run();
    expect([code, text]).toEqual([0, expect.stringMatching(/agreement +3 of 4 as in the file, 75.0 %/)]);
    expect(text).toMatch(/p, 1: passed there, wrong-answer here/);
  }));

it('judges the samples that a filter selects', () => {
  const problems = [PROBLEM, { ...PROBLEM, id: 'q', difficulty: 'hard' }];
  const samples = [...SAMPLES, { problem_id: 'q', id: 7, code: 'print(1)' }];
  return withFiles({ 'P.jsonl': problems, 'S.jsonl': samples }, async (folder) => {
    const path = (name: string) => join(folder, name);
    const baseArgs = [
      '--problems',
      path('P.jsonl'),
      '--samples',
      path('S.jsonl'),
      '-q',
      '-o',
      path('V.jsonl'),
    ];
    page.answers = Infinity;
    expect(await GRADE.run([...baseArgs, '--where', 'difficulty=hard'])).toBe(0);
    const rows = readFileSync(path('V.jsonl'), 'utf8').trim().split('\n');
    expect(rows.map((row) => JSON.parse(row) as object)).toMatchObject([{ problem_id: 'q', sample_id: '7' }]);
    // Rows that another filter selected belong to another run.
    await expect(GRADE.run([...baseArgs, '--where', 'difficulty!=hard'])).rejects.toThrow('where');
    await expect(GRADE.run([...baseArgs, '--where', 'difficulty=easy'])).rejects.toThrow(
      'none of 5 samples fits',
    );
    await expect(GRADE.run([...baseArgs, '--where', 'verdict=accepted'])).rejects.toThrow(
      'no verdict and no flag before they are judged',
    );
  });
});
