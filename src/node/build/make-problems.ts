/**
 * Makes `public/problems/` from `src/datasets/allpass/`. The inputs of tests come from each problem's generator, and
 * the expected outputs from its reference solution. Native Python runs both. The files are committed, so Python is
 * needed only when a problem changes.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecordedAnswer } from '../../models/recorded/recorded-answer.ts';
import { inRoot } from '../bootstrap/root.mjs';
import { problemIn } from './problem-source.ts';

const SOURCE = inRoot('src/datasets/allpass');
const TARGET = inRoot('public/problems');

const RANK: Readonly<Record<string, number>> = { easy: 0, medium: 1, hard: 2 };

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
const index = readdirSync(SOURCE)
  .map(makeProblem)
  .sort((a, b) => (RANK[a.difficulty] ?? 3) - (RANK[b.difficulty] ?? 3) || a.title.localeCompare(b.title));
writeFileSync(join(TARGET, 'index.json'), `${JSON.stringify(index, null, 1)}\n`);
console.log(`${index.length} problems, ${index.reduce((sum, entry) => sum + entry.testCount, 0)} tests`);

function makeProblem(slug: string) {
  const folder = join(SOURCE, slug);
  const { head, problem } = problemIn(folder);
  // The files have the page's own format, so that the first screen does not load the code that reads data sets.
  writeFileSync(join(TARGET, `${slug}.json`), `${JSON.stringify(problem)}\n`);
  writeFileSync(join(TARGET, `${slug}.answers.json`), `${JSON.stringify(readAnswers(folder), null, 1)}\n`);
  return {
    id: head.id,
    title: head.title,
    source: 'allpass',
    difficulty: head.difficulty,
    mode: head.mode,
    tags: head.tags,
    testCount: problem.testCount,
  };
}

/** Puts the correct answer first, so that the first click leads to reward 1. */
function readAnswers(folder: string) {
  const names = readdirSync(join(folder, 'answers')).filter((name) => name.endsWith('.md'));
  const rankOf = (kind: string) => (kind === 'right' ? 0 : kind === 'wrong' ? 1 : 2);
  return names
    .map((name) => {
      const result = parseRecordedAnswer(readFileSync(join(folder, 'answers', name), 'utf8'));
      if (!result.ok) throw new Error(`${folder}/answers/${name}, line ${result.line}: ${result.fault}`);
      return result.answer;
    })
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || a.kind.localeCompare(b.kind));
}
