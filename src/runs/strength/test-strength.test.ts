import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { printed, ScriptedRunner } from '../../../tests/builders/scripted-runner.ts';
import type { Runner } from '../../judge/runner.ts';
import { measureStrength, smallestSet } from './test-strength.ts';

it('a smallest set rejects what all tests reject, and needs each of its tests', () => {
  const matrix = fc.array(fc.uniqueArray(fc.nat({ max: 7 })), { maxLength: 30 });
  fc.assert(
    fc.property(matrix, (rejecting) => {
      const chosen = smallestSet(rejecting, 8);
      const rejected = (by: readonly number[]): number =>
        rejecting.filter((tests) => tests.some((test) => by.includes(test))).length;
      expect(rejected(chosen)).toBe(rejected([0, 1, 2, 3, 4, 5, 6, 7]));
      for (const test of chosen)
        expect(rejected(chosen.filter((other) => other !== test))).toBeLessThan(rejected(chosen));
    }),
  );
});

it('a test that two others make needless is removed', () => {
  // Greedy takes test 0 first, because it rejects four.
  const rejecting = [[0, 1], [0, 1], [0, 2], [0, 2], [1], [2]];
  expect(smallestSet(rejecting, 3)).toEqual([1, 2]);
});

const noRunner: Runner = {
  open: () => Promise.reject(new Error('nothing runs here')),
  dispose: () => undefined,
};

it.each([
  [problemOf({ mode: 'assert' }), ['print(1)'], /assertions without inputs of their own/],
  [problemOf({ checker: 'import sys' }), ['print(1)'], /more than one may be right/],
  [problemOf({ tests: [] }), ['print(1)'], /no tests/],
  [problemOf(), [], /No accepted program/],
])('tests that cannot be measured: the reason is one sentence', async (problem, accepted, reason) => {
  const { signal } = new AbortController();
  const result = await measureStrength(noRunner, problem, accepted, [], { signal });
  expect(result.type === 'unmeasured' && result.reason).toMatch(reason);
  expect(result.type === 'unmeasured' && result.reason).toMatch(/^[A-Z][^.]*\.$/);
});

it('a program that continues the starter code is read with it', async () => {
  const starterCode = 'def f(n):\n';
  const problem = problemOf({
    ...{ mode: 'call', functionName: 'f', starterCode },
    tests: [{ input: '[1]', output: '1' }],
  });
  const sources: unknown[] = [];
  const runner = new ScriptedRunner((input, { mode }) => {
    if (mode === 'call') return { type: 'returned', value: '{"i": "1"}', stderr: '' };
    sources.push((JSON.parse(input) as { readonly source: string }).source);
    return printed('null');
  });
  const { signal } = new AbortController();
  const result = await measureStrength(runner, problem, ['    return n\n'], [], { signal });
  expect(sources).toEqual([`${starterCode}    return n\n`]);
  expect(result.type === 'unmeasured' && result.reason).toMatch(/the ast of Python cannot read the accepted/);
});

const isThere = spawnSync('python3', ['--version']).status === 0;

/** Runs `mutants.py` in native Python. */
function mutantsIn(source: string, options: object) {
  const script = fileURLToPath(new URL('mutants.py', import.meta.url));
  const input = JSON.stringify({ source, seed: 1, oversights: null, ...options });
  const { stdout } = spawnSync('python3', ['-I', script], { input, encoding: 'utf8' });
  const { mutants } = JSON.parse(stdout) as { mutants: { code: string; change: string; line: number }[] };
  return mutants;
}

it.skipIf(!isThere)(
  'a long table of words makes no more programs than asked for (skipped without python3)',
  () => {
    const words = Array.from({ length: 2000 }, (_, at) => `"word${at}"`);
    const source = `WORDS = [${words.join(', ')}]\ndef f(n):\n    return WORDS[n]\n`;
    const oversights = { functionName: 'f', inputs: ['[1]'] };
    expect(mutantsIn(source, { most: 20, oversights })).toHaveLength(20);
  },
);

it.skipIf(!isThere)('faults leave the places of the program as they are (skipped without python3)', () => {
  const source = [
    'def f(n):',
    '    total = 0',
    '    if (',
    '        n > 1',
    '        and n < 9',
    '    ):',
    '        total = (',
    '            n',
    '            - 1',
    '        )',
    '    return total',
  ].join('\n');
  // The order of the faults depends on the seed.
  const [first, ...others] = [1, 2, 3, 4, 5].map((seed) =>
    mutantsIn(source, { most: 500, seed })
      .map(({ line, change }) => `${line}: ${change}`)
      .sort(),
  );
  expect(first!.length).toBeGreaterThan(10);
  for (const other of others) expect(other).toEqual(first);
});
