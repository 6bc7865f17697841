/** The tables of a paper, compiled by pdflatex. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { latexText, tableLatex } from '../../src/runs/exports/table-files.ts';
import type { ScoredSample } from '../../src/runs/figures/run-report.ts';
import { RUN_GROUPS } from '../../src/runs/figures/run-groups.ts';
import { runTable } from '../../src/runs/run-table.ts';
import { inTemporaryFolder } from '../builders/files.ts';

const present = spawnSync('pdflatex', ['--version']).status === 0;
if (!present) console.warn('Skipped: there is no pdflatex (Debian: texlive-latex-recommended).');

const NAMES = [
  'plain',
  '[a] & b_c',
  '*star*',
  '50 % #1 $x$',
  '{\\braces} ^ ~ `tick` "quote" <tag> | -- --- ?`',
  'Qwen2.5−Coder–7B—x',
  'naïve Łódź Übergröße ą ç Å ñ',
  '模型 модель μ → √ × … ‘a’ “b” 🙂',
  'a\nb\tc\u0000\u0007',
  '\\input{x} \\\\ [2pt]',
];

function samplesOf(nth: number): readonly ScoredSample[] {
  const samples: ScoredSample[] = [];
  for (let problem = 0; problem < 40; problem++)
    for (let at = 0; at < 10; at++) {
      const isSolved = (problem * 7 + at * 3 + nth * 5) % (nth + 2) === 0;
      samples.push({
        problemId: `p${problem}`,
        reward: isSolved ? 1 : 0,
        verdict: isSolved ? 'accepted' : 'wrong-answer',
        flags: [],
      });
    }
  return samples;
}

it.skipIf(!present)('compile, are as wide as the text, and keep the sign of each difference', () => {
  const runs = NAMES.map((name, at) => ({
    name,
    profile: at % 2 === 0 ? 'standard' : name,
    samples: samplesOf(at),
  }));
  const facts = NAMES.map(
    (name, at) =>
      [
        ['model', name],
        ['seed', String(at)],
        ['versions', 'Allpass 1, Pyodide 0.28'],
      ] as const,
  );
  const problemOf = (id: string) => ({
    difficulty: ['easy', 'medium', 'hard', null][Number(id.slice(1)) % 4]!,
    source: NAMES[Number(id.slice(1)) % NAMES.length]!,
    mode: 'stdin',
    date: `2024-${String((Number(id.slice(1)) % 12) + 1).padStart(2, '0')}-01`,
  });
  const tables = [
    tableLatex(runTable(runs.slice(0, 2), 'mode', problemOf), facts.slice(0, 2)),
    ...RUN_GROUPS.map((by) => tableLatex(runTable(runs, by, problemOf), facts)),
    tableLatex(runTable([runs[0]!, { ...runs[1]!, samples: [] }], 'mode', problemOf)),
  ];
  for (const encoding of ['OT1', 'T1'])
    inTemporaryFolder((folder) => {
      const source = [
        '\\documentclass{article}',
        `\\usepackage[${encoding}]{fontenc}`,
        '\\usepackage{lmodern,booktabs,graphicx}',
        '\\begin{document}',
        ...tables,
        '\\end{document}',
      ].join('\n');
      writeFileSync(join(folder, 'paper.tex'), source);
      const args = ['-interaction=nonstopmode', '-halt-on-error', 'paper.tex'];
      const { status, stdout } = spawnSync('pdflatex', args, { cwd: folder, encoding: 'utf8' });
      expect([status, stdout.match(/^!.*|^Missing character.*|Overfull \\hbox.*/gm)]).toEqual([0, null]);
      expect(readFileSync(join(folder, 'paper.pdf')).length).toBeGreaterThan(10_000);
      // In formulas and words alike, a minus is a minus.
      const text = spawnSync('pdftotext', ['-layout', 'paper.pdf', '-'], { cwd: folder, encoding: 'utf8' });
      if (text.status === 0) expect(text.stdout).toMatch(/ −\d+\.\d\s+<?\d\.\d{3}\s+−\d\.\d{3}/);
    });
  expect(latexText('−10.6 (−21.3 to +0.7)')).toBe('$-$10.6 ($-$21.3 to $+$0.7)');
});
