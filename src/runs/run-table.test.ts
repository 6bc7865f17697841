import { describe, expect, it } from 'vitest';
import type { ScoredSample } from './figures/run-report.ts';
import { tableCsv, tableLatex, tableMarkdown } from './exports/table-files.ts';
import { runTable } from './run-table.ts';

const scored = (problemId: string, reward: number | null): ScoredSample => ({
  problemId,
  reward,
  verdict: reward === null ? 'judge-error' : reward === 1 ? 'accepted' : 'wrong-answer',
  flags: [],
});
const PROBLEMS: Readonly<Record<string, string | null>> = { a: 'hard', b: 'easy', c: null, d: 'easy' };
const problemOf = (id: string) => ({
  difficulty: PROBLEMS[id] ?? null,
  source: 'X',
  mode: 'stdin',
  date: null,
});
const BASE = {
  name: 'base_1',
  profile: 'standard',
  samples: ['a', 'b', 'c', 'd'].map((id) => scored(id, 0)),
};
const TUNED = {
  name: 'tuned & 2',
  profile: 'rllm',
  samples: [
    scored('a', 1),
    scored('a', 0),
    scored('b', 1),
    scored('c', 1),
    scored('d', null),
    scored('e', 1),
  ],
};

describe('a table of runs', () => {
  const table = runTable([BASE, TUNED], 'difficulty', problemOf);

  it('counts only problems that every run has a reward for', () => {
    expect([table.problems, table.leftOutCount]).toEqual([3, 2]);
    expect(table.rows.map(({ samples, passes }) => [samples, passes[0]!.value])).toEqual([
      [3, 0],
      [4, 2.5 / 3],
    ]);
  });

  it('has groups in their order, with what has none at the end', () => {
    expect(table.groups).toEqual([
      { name: 'easy', problems: 1 },
      { name: 'hard', problems: 1 },
      { name: 'unknown', problems: 1 },
    ]);
    expect(table.rows[1]!.groups.map(({ value }) => value)).toEqual([1, 0.5, 1]);
  });

  it('gives each difference to the first run', () => {
    expect(table.rows[0]!.difference).toBeNull();
    expect(table.rows[1]!.difference!.value).toBeCloseTo(2.5 / 3, 12);
  });

  it('is written as Markdown, LaTeX and values between commas', () => {
    const markdown = tableMarkdown(table).split('\n');
    expect(markdown[0]).toBe(
      '| run | grader | samples | pass@1 | easy (1) | hard (1) | unknown difficulty (1) | difference | p | h |',
    );
    expect(markdown[3]).toMatch(/^\| tuned & 2 \| rllm \| 4 \| 83\.3 % \(36\.5 to 100\.0 %\) \| 100\.0 % /);
    expect(markdown.at(-2)).toContain('2 problems that only some of the runs have are left out');
    const latex = tableLatex(table);
    expect(latex).toContain(
      'tuned \\& 2 & rllm & 4 & 83.3 & 100.0 & 50.0 & 100.0 & $+$83.3 & 0.250 & 2.301 \\\\',
    );
    expect(latex).toContain('{\\scriptsize 36.5--100.0}');
    expect(latex).toContain('base\\_1');
    const [head, , row] = tableCsv(table).split('\r\n');
    expect(head!.split(',')).toHaveLength(4 + 3 + 9 + 3 + 2);
    expect(row).toMatch(/^tuned & 2,rllm,4,3,0\.8333/);
  });

  it('marks runs with samples that were asked again', () => {
    const redraw = { oldLimit: null, oldTokens: 90, limit: 200 };
    const redrawnRun = {
      ...TUNED,
      samples: TUNED.samples.map((sample, at) => (at < 2 ? { ...sample, redrawn: redraw } : sample)),
    };
    const marked = runTable([BASE, redrawnRun], 'difficulty', problemOf);
    const note =
      'In tuned & 2, 2 of 4 samples were asked again with a larger token limit (no limit → 200) after they were cut off';
    expect(tableMarkdown(marked)).toContain('| 4 (2 asked again) |');
    expect(tableMarkdown(marked)).toContain(note);
    expect(tableLatex(marked)).toContain('In tuned \\& 2, 2 of 4 samples were asked again');
    const [head, first, second] = tableCsv(marked).split('\r\n');
    expect([head, first, second]).toEqual([
      expect.stringMatching(/,redrawn$/),
      expect.stringMatching(/,$/),
      expect.stringMatching(/,"2 samples, token limit no limit → 200"$/),
    ]);
  });

  it('needs no groups, and says when nothing is shared', () => {
    const plainTable = runTable([BASE, BASE], 'source', problemOf);
    expect([plainTable.groups, plainTable.rows[0]!.groups]).toEqual([[], []]);
    expect(runTable([BASE, { ...TUNED, samples: [] }], 'mode', () => undefined)).toMatchObject({
      problems: 0,
      rows: [{ passes: [] }, { passes: [], difference: null, test: null }],
    });
  });
});
