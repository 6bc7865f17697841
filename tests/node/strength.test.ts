/** `allpass strength`, with faults planted in the tests of problems. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CertificateRow } from '../../src/domain/strength.ts';
import { withFiles } from '../builders/files.ts';
import { problemOf } from '../builders/problem.ts';
import { FLOOR_POLICIES } from '../../src/runs/strength/floor.ts';
import { allpass, grade, readLinesOf } from './command-line.ts';

const SUMS = [
  [3, 4],
  [10, -2],
  [0, 0],
  [123, 456],
  [-5, -6],
].map(([a, b]) => ({ input: `${a} ${b}\n`, output: `${a! + b!}\n` }));
const RIGHT = 'a, b = map(int, input().split())\nprint(a + b)\n';
const OTHER = 'print(sum(map(int, input().split())))\n';
/** Right only while the set keeps the order of its first iteration. */
const UNSTABLE = `${RIGHT}words = "amber birch cedar daisy elder fern".split()\nif next(iter(set(words))) != FIRST:\n    print("spoiled")\n`;

const problem = (id: string, tests: readonly object[] = SUMS, more = {}) => ({
  id,
  mode: 'stdin',
  prompt: id,
  tests,
  ...more,
});
const PROBLEMS = [
  problem('clean'),
  problem('wrong', [...SUMS.slice(0, 4), { ...SUMS[4]!, output: '-12\n' }]),
  problem('constant', [SUMS[0]!, { input: '6 1\n', output: '7\n' }]),
  problem('copied', [...SUMS, SUMS[0]!]),
  problem('contradictory', [...SUMS, { ...SUMS[0]!, output: '8\n' }]),
  problem('unsolved'),
];
const sample = (problem_id: string, id: string, code: string, more = {}) => ({
  problem_id,
  id,
  code,
  ...more,
});
const SOLUTIONS = PROBLEMS.filter(({ id }) => id !== 'unsolved').flatMap(({ id }) => [
  sample(id, 'right', RIGHT),
  sample(id, 'other', OTHER),
]);

/** The checks without the share of killed mutants, which is low where a program is as short as these. */
const checksOf = (rows: readonly CertificateRow[]) =>
  Object.fromEntries(
    rows.map((row) => [
      row.problem_id,
      row.findings.map(({ check }) => check).filter((check) => check !== 'tests.strength'),
    ]),
  );

it('finds each planted fault, and none in a problem without one', () => {
  withFiles({ 'P.jsonl': PROBLEMS, 'S.jsonl': SOLUTIONS }, (folder) => {
    const path = (name: string) => join(folder, name);
    const run = (...more: readonly string[]) =>
      allpass(
        ['strength', 'P.jsonl', '--solutions', 'S.jsonl', '--mutants', '60', '--workers', '1', ...more],
        folder,
      );
    const end = run('-o', 'R.jsonl', '--card', 'card.md');
    expect(end.code, end.stderr).toBe(0);
    const rows = readLinesOf<CertificateRow>(path('R.jsonl'));
    expect(rows.map((row) => row.problem_id)).toEqual(PROBLEMS.map(({ id }) => id));
    const checks = checksOf(rows);
    expect(checks['clean']).toEqual([]);
    expect(checks['wrong']).toEqual(['semantic.oracle_max', 'tests.expected_output']);
    expect(checks['constant']).toContain('semantic.floor_gap');
    expect(checks['copied']).toEqual(['tests.repetition']);
    expect(checks['contradictory']).toContain('tests.contradiction');
    expect(checks['unsolved']).toEqual([]);
    const [clean] = rows;
    expect(clean!.strength!.killed).toBeGreaterThan(0);
    expect(rows.at(-1)!.unmeasured).toMatch(/^No accepted program/);
    const card = readFileSync(path('card.md'), 'utf8');
    expect(card).toContain('| problems | 6 |');
    expect(card).toContain('](card.svg)');
    expect(readFileSync(path('card.svg'), 'utf8')).toMatch(/^<svg /);
    // The rows of an earlier run are kept, and decide the exit code alike. The card is written anew.
    const weak = run('-o', 'R.jsonl', '--card', 'card.md', '--fail-below', '1');
    const { killed, mutants } = clean!.strength!;
    expect(weak.code, weak.stderr).toBe(killed === mutants ? 0 : 4);
    expect(readLinesOf(path('R.jsonl'))).toEqual(rows);
    expect(readFileSync(path('card.md'), 'utf8')).toBe(card);
    const shards = ['1/2', '2/2'].map((shard) => {
      const out = `R${shard[0]}.jsonl`;
      expect(run('--shard', shard, '-o', out).code).toBe(0);
      return readLinesOf<CertificateRow>(path(out));
    });
    expect(checksOf(shards.flat())).toEqual(checks);
  });
});

it('a solution whose verdict depends on the order of a set is named, and one that sorts it is not', () => {
  // The order of the engine is not that of any other Python: so one of the words is first.
  const words = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern'];
  const ids = words.map((word) => `first-${word}`);
  const problems = [...ids.map((id) => problem(id)), problem('sorted')];
  const solutions = [
    ...words.map((word, at) => sample(ids[at]!, 's', UNSTABLE.replace('FIRST', JSON.stringify(word)))),
    sample('sorted', 's', `${RIGHT}assert sorted({"b", "a", "c"}) == ["a", "b", "c"]\n`),
  ];
  withFiles({ 'P.jsonl': problems, 'S.jsonl': solutions }, (folder) => {
    const options = ['--solutions', 'S.jsonl', '--mutants', '0', '--no-graders', '-q', '-o', 'R.jsonl'];
    const end = allpass(['strength', 'P.jsonl', ...options, '--replay'], folder);
    expect(end.code, end.stderr).toBe(0);
    const rows = readLinesOf<CertificateRow>(join(folder, 'R.jsonl'));
    const accepted = rows.filter((row) => row.accepted === 1);
    expect(accepted).toHaveLength(2);
    expect(checksOf(accepted)).toMatchObject({ sorted: [] });
    const [unstable] = accepted;
    // By other orders of sets, and by another seed in another interpreter.
    expect(unstable!.findings).toMatchObject([
      { check: 'semantic.replayability', tests: [0, 1, 2, 3, 4] },
      { check: 'semantic.replayability', tests: [0] },
    ]);
    expect(accepted.map((row) => row.replayed)).toEqual(Array(2).fill(expect.stringMatching(/hash seed 1$/)));
  });
});

it('each policy that solves nothing prints or returns what is predicted of it', () => {
  const inputs = { stdin: ['3 4\n5\n', 'x\n', '7\n'], call: ['[[3, 1], "a"]', '[5]', '["x", 2]'] };
  const problems = (['stdin', 'call'] as const).flatMap((mode) =>
    FLOOR_POLICIES.flatMap((policy, at) => {
      const tests = inputs[mode].map((input) => ({ input, output: mode === 'call' ? '[1, 2.5]' : '8\n' }));
      const functionName = mode === 'call' ? 'f' : null;
      // Two of the examples are in the statement.
      const plain = problemOf({ id: `${mode} ${at}`, mode, functionName, tests, publicTests: 2 });
      const outputs = tests.map((test) => policy.output(test, plain));
      const code = policy.code(plain);
      if (code === null) return [];
      const json = (text: string | null): unknown => (mode === 'call' ? JSON.parse(text ?? 'null') : text);
      const rows = tests.map(({ input }, test) => ({ input: json(input), output: json(outputs[test]!) }));
      const row = { id: plain.id, mode, prompt: '', tests: rows, ...(functionName && { fn_name: 'f' }) };
      const end = outputs.includes(null) ? 'failed' : 'accepted';
      return [{ name: `${policy.name}, ${mode}`, row, code, end }];
    }),
  );
  expect(problems.length).toBeGreaterThan(2 * 12);
  const rows = grade(
    problems.map(({ row }) => row),
    problems.map(({ row, code }) => sample(row.id, 's', code)),
  );
  const ends = rows.map(({ reward }, at) => `${problems[at]!.name}: ${reward === 1 ? 'accepted' : 'failed'}`);
  expect(ends).toEqual(problems.map(({ name, end }) => `${name}: ${end}`));
});

it('writes a new set with tests that reject what the own tests let through', () => {
  const weak = problem('weak', [SUMS[0]!, { input: '20 5\n', output: '25\n' }], { note: 'stays' });
  const solutions = ['weak', 'single'].flatMap((id) => [
    sample(id, 'right', RIGHT),
    ...(id === 'weak' ? [sample(id, 'other', OTHER)] : []),
    sample(id, 'first', 'a, b = map(int, input().split())\nprint(a + b if a in (3, 20) else 0)\n', {
      passed: false,
    }),
  ]);
  withFiles({ 'P.jsonl': [weak, { ...weak, id: 'single' }], 'S.jsonl': solutions }, (folder) => {
    const end = allpass(
      [
        'strength',
        'P.jsonl',
        '--solutions',
        'S.jsonl',
        '--mutants',
        '60',
        '-o',
        'R.jsonl',
        '--harden',
        'H.jsonl',
      ],
      folder,
    );
    expect(end.code, end.stderr).toBe(0);
    const [first, single] = readLinesOf<CertificateRow>(join(folder, 'R.jsonl'));
    expect(first!.added_tests!.length).toBeGreaterThan(0);
    expect(single!.not_hardened).toMatch(/^Only one accepted program is known/);
    type Row = { tests: object[]; note: string; meta?: { added_tests: object[] } };
    const [hard, same] = readLinesOf<Row>(join(folder, 'H.jsonl'));
    expect(hard!.tests.slice(0, 2)).toEqual(weak.tests);
    expect(hard!.tests).toHaveLength(2 + first!.added_tests!.length);
    expect(hard!.meta!.added_tests).toHaveLength(first!.added_tests!.length);
    expect(hard!.note).toBe('stays');
    expect(same!.tests).toEqual(weak.tests);
    const rewards = grade(
      [hard!],
      solutions.filter(({ problem_id }) => problem_id === 'weak'),
    ).map(({ sample_id, reward }) => [sample_id, reward]);
    expect(rewards).toEqual([
      ['right', 1],
      ['other', 1],
      ['first', 0],
    ]);
  });
});
