/**
 * `npm run certificate`: measures the tests of the bundled problems with `allpass strength`, by the reference and the
 * recorded right answer of each, and writes the certificate to `docs/`. An argument names another folder, which gets
 * the rows, too; a second one is the largest number of mutants of a problem.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percent } from '../../base/number-words.ts';
import type { CertificateRow } from '../../domain/strength.ts';
import { parseRecordedAnswer } from '../../models/recorded/recorded-answer.ts';
import { inRoot } from '../bootstrap/root.mjs';
import { problemIn } from './problem-source.ts';

const SOURCE = inRoot('src/datasets/allpass');
const [CARD, PICTURE, ROWS] = ['certificate.md', 'certificate.svg', 'rows.jsonl'] as const;

const MENDED = `## Changes to the problems

The first measurement showed mutants that passed all tests and are not equivalent. These problems have more tests since:

- **Print Night**: a press that still warms up at the end stands before other presses.
- **Sticky Keys**: a key is pressed twice in a row, between and after the letters that stay (two tests).
- **Recoloured Motif**: a shorter part of the motif is tried more than once.

Both programs of a problem agree on the outputs of its added tests. [A decision](decisions/data-sets.md) describes how a
mutant becomes a test.
`;

/** Returns the problems as a table in Markdown. */
function tableOf(rows: readonly CertificateRow[]): string {
  const lines = rows.map(({ problem_id, tests, strength, floor, findings }) => {
    const killed = strength === null ? '–' : `${strength.killed} of ${strength.mutants}`;
    const share = strength === null ? '–' : percent(strength.killed / strength.mutants);
    return `| ${problem_id} | ${tests} | ${killed} | ${share} | ${floor.length} | ${findings.length} |`;
  });
  const head = '| problem | tests | mutants killed | share | floor: policies that earn 1 | findings |';
  return ['## Problems', '', head, '| --- | --- | --- | --- | --- | --- |', ...lines, ''].join('\n');
}

const target = process.argv[2] ?? inRoot('docs');
const folder = mkdtempSync(join(tmpdir(), 'allpass-certificate-'));
try {
  const problems = readdirSync(SOURCE).map((slug) => ({ slug, ...problemIn(join(SOURCE, slug)) }));
  const samples = problems.flatMap(({ slug, head: { id } }) => {
    const textOf = (name: string) => readFileSync(join(SOURCE, slug, name), 'utf8');
    const recorded = parseRecordedAnswer(textOf('answers/right.md'));
    return [
      { id: 'reference', code: textOf('right.py') },
      { id: 'recorded', response: recorded.ok ? recorded.answer.raw : '' },
      { id: 'wrong', code: textOf('wrong.py'), passed: false },
    ].map((sample) => JSON.stringify({ problem_id: id, ...sample }));
  });
  writeFileSync(join(folder, 'bundled.jsonl'), problems.map(({ row }) => row).join('\n'));
  writeFileSync(join(folder, 'solutions.jsonl'), samples.join('\n'));
  const mutants = process.argv[3] === undefined ? [] : ['--mutants', process.argv[3]];
  const options = ['--solutions', 'solutions.jsonl', '--replay', '-o', ROWS, '--card', CARD, ...mutants];
  const { status } = spawnSync(
    process.execPath,
    [inRoot('src/node/cli/allpass.mjs'), 'strength', 'bundled.jsonl', ...options],
    { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (status !== 0) throw new Error(`allpass strength ended with ${status}`);
  const rows = readFileSync(join(folder, ROWS), 'utf8').trim().split('\n');
  const table = tableOf(rows.map((row) => JSON.parse(row) as CertificateRow));
  const card = readFileSync(join(folder, CARD), 'utf8');
  writeFileSync(join(target, CARD), [card, table, MENDED].join('\n'));
  copyFileSync(join(folder, PICTURE), join(target, PICTURE));
  if (process.argv.length > 2) copyFileSync(join(folder, ROWS), join(target, ROWS));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
