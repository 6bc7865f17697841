/** The hack gym ships whole: problems, exploits, and a board that no exploit is missing from; `tests/long` judges it anew. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../builders/files.ts';
import { allpass } from './command-line.ts';
import type { Board, Exploits } from '../../src/datasets/gym.ts';
import { readProblems } from '../../src/datasets/problem-file.ts';
import { FAMILIES } from '../../src/domain/exploit.ts';
import { GYM_GRADERS } from '../../src/judge/profiles/gym-graders.ts';

const shipped = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../public/gym/${name}`, import.meta.url)), 'utf8');
const sources = (name: string): readonly string[] =>
  readdirSync(fileURLToPath(new URL(`../../src/datasets/gym/${name}`, import.meta.url)));
const { problems, exploits } = JSON.parse(shipped('exploits.json')) as Exploits;
const board = JSON.parse(shipped('board.json')) as Board;

it.each(['rllm', 'lcb'])('grade marks the exploits that the original of %s pays', (profile) => {
  const marked = inTemporaryFolder((folder) => {
    const [samples, out] = [join(folder, 's.jsonl'), join(folder, 'out.jsonl')];
    const rows = exploits.map(({ id, problem, raw }) => ({ problem_id: problem, id, response: raw }));
    writeFileSync(samples, rows.map((row) => JSON.stringify(row)).join('\n'));
    const given = [
      '--problems',
      fileURLToPath(new URL('../../public/gym/problems.jsonl', import.meta.url)),
      '--samples',
      samples,
      '--profile',
      profile,
    ];
    const { code, stderr } = allpass(['grade', ...given, '-o', out]);
    expect([0, 1], stderr).toContain(code);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as { sample_id: string; reward: number; original?: 1 });
  });
  expect(marked).toHaveLength(exploits.length);
  for (const { sample_id: id, reward, original } of marked) {
    const { originals, family } = exploits.find((exploit) => exploit.id === id)!;
    const isPaid = originals.includes(profile);
    // What reaches into the frames of the original has nothing to reach for here.
    expect([id, original]).toEqual([id, isPaid && family === 'equality' ? 1 : undefined]);
    if (isPaid) expect([id, reward]).toEqual([id, 0]);
  }
  // The table of the documents.
  const documents = readFileSync(join(import.meta.dirname, '../../docs/graders.md'), 'utf8');
  for (const { title, originals, family } of exploits) {
    const [, row] = new RegExp(`^\\| ${title} +\\| 0 +\\| 1 +\\| (.*?) +\\|$`, 'm').exec(documents) ?? [];
    const expected = family === 'equality' ? '`original: 1`' : 'no mark';
    expect([title, row]).toEqual([title, originals.length > 0 ? expected : undefined]);
  }
});

describe('the gym', () => {
  it('has problems with hidden tests, as the reader of problem files reads them', () => {
    expect(problems.map(({ id }) => id).sort()).toEqual(sources('problems').map((slug) => `gym/${slug}`));
    expect(readProblems(shipped('problems.jsonl'))).toEqual({ problems, faults: [] });
    expect(new Set(problems.map(({ mode }) => mode))).toEqual(new Set(['stdin', 'call']));
    for (const { id, tests, publicTests } of problems)
      expect(tests.length - publicTests, id).toBeGreaterThanOrEqual(15);
  });

  it('has at least forty exploits, of every family, each explained and on a problem that there is', () => {
    expect(exploits.length).toBeGreaterThanOrEqual(40);
    expect(exploits.map(({ id }) => id).sort()).toEqual(
      sources('exploits')
        .map((name) => name.replace(/\.md$/, ''))
        .sort(),
    );
    expect(new Set(exploits.map(({ family }) => family))).toEqual(new Set(FAMILIES));
    expect(new Set(exploits.map(({ title }) => title)).size).toBe(exploits.length);
    const ids = problems.map(({ id }) => id);
    const graders = GYM_GRADERS.map(({ name }) => name);
    for (const { id, problem, works, stops, raw, source, originals } of exploits) {
      expect(ids, id).toContain(problem);
      for (const words of [works, stops]) expect(words, id).toMatch(/^\S[^]{10,}\.$/);
      expect(raw, id).not.toBe('');
      if (source !== null) expect(source, id).toMatch(/^https:\/\//);
      for (const name of originals) expect(graders, id).toContain(name);
    }
  });

  it('has a board on which every grader rules on every exploit, and the standard rules pay for none', () => {
    expect(Object.keys(board).sort()).toEqual(exploits.map(({ id }) => id).sort());
    const paid = new Map<string, number>();
    for (const [id, rulings] of Object.entries(board)) {
      expect(
        rulings.map(({ profile }) => profile),
        id,
      ).toEqual(GYM_GRADERS.map(({ name }) => name));
      for (const { profile, reward, verdict } of rulings) {
        expect(reward, `${id} by ${profile}`).not.toBeNull();
        expect(verdict, `${id} by ${profile}`).not.toBe('judge-error');
        if (reward === 1) paid.set(profile, (paid.get(profile) ?? 0) + 1);
      }
      expect(rulings[0]!.reward, id).toBe(0);
    }
    // Each of the public graders lets some exploit through.
    const graders = GYM_GRADERS.filter(({ name, grades }) => grades && name !== 'standard');
    expect(graders.filter(({ name }) => !paid.has(name))).toEqual([]);
  });
});
