/** Tests `allpass strength` in this process, with a page that measures one of two problems. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { reportOf } from '../../../../tests/builders/report.ts';
import { withFiles } from '../../../../tests/builders/files.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { CertificateRow } from '../../../domain/strength.ts';
import { manifestPath } from '../journal/manifest.ts';
import type { PageOrder } from '../page/built-page.ts';
import { STRENGTH } from './strength.ts';

type Job =
  | { readonly task: 'judge'; readonly submission: { readonly code: string } }
  | { readonly task: 'certify'; readonly problem: Problem; readonly hardens: boolean };

const page = vi.hoisted(() => ({
  jobs: [] as string[],
  error: null as string | null,
  /** Number of open pages. */
  open: 0,
  hasSecond: true,
}));
vi.mock('../page/built-page.ts', () => ({
  openPage: async ({ hashSeed = 0 }: PageOrder) => {
    if (hashSeed !== 0 && !page.hasSecond) throw new Error('the second browser does not start');
    page.open += 1;
    return {
      judge: async (job: Job) => {
        if (job.task === 'judge') {
          const { code } = job.submission;
          if (code === 'heavy' && hashSeed !== 0)
            return { task: 'judge', report: reportOf(['runtime-error'], { flags: ['browser-limit'] }) };
          const isWrong = code === 'wrong' || (code === 'unstable' && hashSeed !== 0);
          return { task: 'judge', report: reportOf([isWrong ? 'wrong-answer' : 'accepted']) };
        }
        const { problem, hardens } = job;
        const { id } = problem;
        page.jobs.push(id);
        const row: CertificateRow = {
          ...{ problem_id: id, source: 'own', tests: 1, solutions: 1, accepted: 1 },
          strength:
            id === 'p'
              ? {
                  ...{ mutants: 4, killed: 3, idle_tests: [], smallest: [0], survivors: [] },
                  left_out: { broken: 0, equal: 0, hanging: 0 },
                }
              : null,
          ...{ unmeasured: id === 'p' ? null : 'No accepted program is known.', floor: [], findings: [] },
          error: id === 'p' ? page.error : null,
          ...(hardens && { added_tests: [] }),
        };
        return { task: 'certify', row };
      },
      close: async () => void (page.open -= 1),
    };
  },
}));
beforeEach(() => Object.assign(page, { jobs: [], error: null, open: 0, hasSecond: true }));

const PROBLEMS = ['p', 'q'].map((id) => ({
  id,
  mode: 'stdin',
  prompt: 'Print 1.',
  tests: [{ input: '', output: '1' }],
}));

/** Calls a function that runs the command with more arguments, and returns its exit code and its messages. */
function inFolder(
  use: (
    run: (...more: readonly string[]) => Promise<readonly [number, string]>,
    path: (name: string) => string,
  ) => Promise<void>,
): Promise<void> {
  return withFiles({ 'P.jsonl': PROBLEMS }, (folder) => {
    const path = (name: string) => join(folder, name);
    return use(async (...more) => {
      const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      const args = [path('P.jsonl'), '-q', '-o', path('R.jsonl'), ...more];
      try {
        const code = await STRENGTH.run(args);
        return [code, written.mock.calls.map(([text]) => String(text)).join('')];
      } finally {
        vi.restoreAllMocks();
      }
    }, path);
  });
}

it('a second run makes the rows with an error, and writes the card again', () =>
  inFolder(async (run, path) => {
    page.error = 'the judge failed on a solution';
    const card = ['--card', path('card.md')];
    expect((await run(...card))[0]).toBe(1);
    page.error = null;
    const [code] = await run(...card, '--fail-below', '0.9');
    expect(code).toBe(4);
    expect(page.jobs.toSorted()).toEqual(['p', 'p', 'q']);
    expect(readFileSync(path('card.md'), 'utf8')).toContain('75.0 %');
    expect(readFileSync(path('card.svg'), 'utf8')).toMatch(/^<svg /);
  }));

it('a file that a card must not replace is refused before a problem is checked', () =>
  inFolder(async (run, path) => {
    writeFileSync(path('notes.md'), '# Notes\n');
    await expect(run('--card', path('notes.md'))).rejects.toThrow('name another file');
    await expect(run('--harden', path('R.jsonl'))).rejects.toThrow('two outputs');
    expect(page.jobs).toEqual([]);
    expect(readFileSync(path('notes.md'), 'utf8')).toBe('# Notes\n');
  }));

it('a mean over some of the problems names the others', () =>
  inFolder(async (run) => {
    const [code, text] = await run('--fail-below', '0.7');
    expect(code).toBe(0);
    expect(text).toContain('1 of 2 problems was not measured');
  }));

it('adopted rows of a run without --harden are made again with it', () =>
  inFolder(async (run, path) => {
    await run();
    rmSync(manifestPath(path('R.jsonl')));
    await run('--harden', path('H.jsonl'), '--adopt');
    expect(page.jobs.toSorted()).toEqual(['p', 'p', 'q', 'q']);
    expect(readFileSync(path('H.jsonl'), 'utf8')).toContain('"p"');
  }));

it('a solution that fails in a second engine only is a finding, and a limit of its browser is none', () =>
  inFolder(async (run, path) => {
    const samples = [
      ['p', 'steady'],
      ['p', 'unstable'],
      ['q', 'steady'],
      ['q', 'heavy'],
      ['q', 'wrong'],
    ].map(([problem_id, code]) => JSON.stringify({ problem_id, id: code, code }));
    writeFileSync(path('S.jsonl'), samples.join('\n'));
    await run('--solutions', path('S.jsonl'), '--replay', '--card', path('card.md'));
    const rows = readFileSync(path('R.jsonl'), 'utf8').trim().split('\n');
    const [unstable, steady] = rows.map((row) => JSON.parse(row) as CertificateRow);
    expect(unstable!.replayed).toMatch(/^(firefox|chromium), hash seed 1$/);
    expect(unstable!.findings).toMatchObject([{ check: 'semantic.replayability', tests: [0] }]);
    expect(steady).toMatchObject({ replayed: unstable!.replayed, findings: [] });
    expect(readFileSync(path('card.md'), 'utf8')).toMatch(/judged once more in \w+, hash seed 1\./);
  }));

it('the first page is closed if the second does not open', () =>
  inFolder(async (run) => {
    page.hasSecond = false;
    await expect(run('--replay')).rejects.toThrow('the second browser does not start');
    expect([page.open, page.jobs]).toEqual([0, []]);
  }));
