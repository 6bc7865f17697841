/**
 * Inserts copies of real problems, and counts the copies that are detected and the other problems that are
 * mistaken for copies.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PLANTED, plantedCopy, type Planted } from '../../../tests/builders/planted-copies.ts';
import { problemOf } from '../../../tests/builders/problem.ts';
import type { Problem } from '../../domain/problem.ts';
import { readProblems } from '../problem-file.ts';
import { fingerprintOf, PhraseWeights, SeenProblems, type Twin } from './likeness.ts';

const placed = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OURS = placed('../../../public/problems/');
const SHARED = placed('../../../../shared/fixtures/problems.jsonl');

function bundled(): readonly Problem[] {
  const files = readdirSync(OURS).filter((file) => /^[a-z-]+\.json$/.test(file) && file !== 'index.json');
  return files.map((file) => JSON.parse(readFileSync(OURS + file, 'utf8')) as Problem);
}

const shared = (): readonly Problem[] =>
  readProblems(readFileSync(SHARED, 'utf8')).problems.filter(({ source }) => source !== 'edge');

type Print = ReturnType<typeof fingerprintOf> & { readonly id: string };
const printOf = (problem: Problem): Print => ({ ...fingerprintOf(problem), id: problem.id });

/** Returns the twin of each problem in the set. */
function twins(problems: readonly Problem[], set: readonly Problem[]): readonly (Twin | undefined)[] {
  const [prints, others] = [problems.map(printOf), set.map(printOf)];
  const seen = new SeenProblems(0.5, new PhraseWeights([...prints, ...others]));
  for (const other of others) seen.add(other);
  return prints.map((print) => seen.nearestTwin(print));
}

/** Returns the share of the copies whose twin is the original. */
function recall(set: readonly Problem[], kind: Planted, change: (copy: Problem) => Problem): number {
  const originals = set.filter((problem) => plantedCopy(problem, kind).prompt !== problem.prompt);
  const found = twins(
    originals.map((problem) => change(plantedCopy(problem, kind))),
    set,
  );
  const right = found.filter((twin, at) => twin?.id === originals[at]!.id);
  // The bundled statements contain no names of people.
  return originals.length === 0 ? 1 : right.length / originals.length;
}

const withoutTests = (problem: Problem): Problem => ({ ...problem, tests: [] });
const halfTheTests = (problem: Problem): Problem => ({
  ...problem,
  tests: problem.tests.slice(0, Math.ceil(problem.tests.length / 2)),
});

describe.each([
  { name: 'the bundled problems', of: bundled, skip: false, bare: 0.95, duplicates: [] },
  {
    name: 'the shared problems',
    of: shared,
    skip: !existsSync(SHARED),
    // Statements of MBPP have about 12 words, too few to detect a copy without tests.
    bare: 0.84,
    duplicates: ['leetcode/button-with-longest-push-time'],
  },
])('$name', ({ of, skip, bare, duplicates }) => {
  it.skipIf(skip).each(PLANTED)('are found in copies: %s', (kind) => {
    const set = of();
    expect(recall(set, kind, (copy) => copy)).toBeGreaterThanOrEqual(0.95);
    expect(recall(set, kind, halfTheTests)).toBeGreaterThanOrEqual(0.95);
    expect(recall(set, kind, withoutTests)).toBeGreaterThanOrEqual(bare);
  });

  it.skipIf(skip)('are not taken for each other', () => {
    const set = of().map(printOf);
    const seen = new SeenProblems(0.5, new PhraseWeights(set));
    const likeProblems = set.filter((print) => {
      const twin = seen.nearestTwin(print);
      seen.add(print);
      return twin !== undefined;
    });
    const ids: readonly string[] = likeProblems.map(({ id }) => id);
    const alarms = ids.filter((id) => !(duplicates as readonly string[]).includes(id));
    expect(alarms.length / set.length).toBeLessThanOrEqual(0.01);
    expect(ids).toEqual(expect.arrayContaining(duplicates));
  });
});

describe('equal tests', () => {
  const tests = [3, 14, 159].map((number) => ({
    input: `[[${number}, "abcdef"]]`,
    output: `[${number}, 1]`,
  }));
  const problem = problemOf({ id: 'one', prompt: 'Sort it', tests });
  it.each([
    ['are found behind another statement', { prompt: 'Ordne die Liste' }, 1],
    [
      'are found in lines for JSON',
      {
        tests: tests.map(({ input, output }) => ({
          input: `${input.replaceAll(/\W+/g, ' ')}\n`,
          output: output.replace(', ', '\n'),
        })),
      },
      1,
    ],
    ['are found among others', { tests: [...tests, { input: '9 9 9 9', output: '9 9' }] }, 1],
    [
      'are not found in a third of the tests',
      { tests: [tests[0]!, ...[5, 6].map((at) => ({ input: `[${at}]`, output: '[1, 2, 3]' }))] },
      0,
    ],
    ['need more than a few characters', { tests: [{ input: '[]', output: '0' }] }, 0],
  ])('%s', (_, change, count) => {
    const other = problemOf({ id: 'two', prompt: 'Something else', ...{ tests }, ...change });
    expect(twins([other], [problem]).filter((twin) => twin !== undefined)).toHaveLength(count);
  });

  it('are the assertions of a check', () => {
    const check = (name: string) =>
      `def test():\n    assert ${name}([3, 14, 159]) == 176\n    assert ${name}([2, 71, 828, 1828]) == 2729\n`;
    const [one, other] = ['total', 'summe'].map((name) =>
      problemOf({ id: name, mode: 'assert', prompt: name, check: check(name) }),
    );
    expect(twins([one!], [other!])).toEqual([{ id: 'summe', phrases: 0, tests: 1 }]);
  });
});
