import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { RecordedAnswer } from '../../../domain/answer.ts';
import { recordedProblems, chosenProblems, type ProblemChoice } from './run-problems.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';
import { strongerWords } from '../../../common/problems/state/distinct-problems.ts';

const KINDS: Readonly<Record<string, readonly RecordedAnswer['kind'][]>> = {
  a: ['right', 'slow'],
  b: ['right', 'wrong', 'slow'],
  c: ['slow'],
  none: [],
};
const problems = {
  listed: [...Object.keys(KINDS).map((id) => ['bundled', id]), ['own', 'a']].map(([set, id]) => ({
    set: set!,
    summary: problemOf({ id: id! }),
  })),
  open: async (ref: ProblemRef) => ({
    ref,
    problem: problemOf({ id: ref.id }),
    answers: KINDS[ref.id]!.map((kind) => ({ kind, model: 'm', finishReason: 'stop' as const, raw: '' })),
  }),
};
const counts = async (which: 'brief' | 'all') =>
  (await recordedProblems(problems, which)).map(({ set, id, samples }) => `${set} ${id} ${samples}`);

it('counts the recorded answers of each bundled problem', async () => {
  expect(await counts('all')).toEqual(['bundled a 2', 'bundled b 3', 'bundled c 1']);
});

it('keeps one slow answer in a brief run', async () => {
  expect(await counts('brief')).toEqual(['bundled a 2', 'bundled b 2']);
});

const listedProblem = (set: string, id: string): ListedProblem =>
  ({ set, summary: { id, source: 'lcb', testCount: 9, difficulty: 'easy' } }) as unknown as ListedProblem;
const ALL = [...'abcdefghij'].map((id) => listedProblem('lcb', id));
const chosenIds = (problems: readonly ListedProblem[], change: Partial<ProblemChoice>) =>
  chosenProblems(problems, { set: '', difficulty: '', maxProblems: null, seed: null, ...change });
const ids = (problems: readonly ListedProblem[]): string =>
  problems.map(({ summary }) => summary.id).join('');

it('takes the first problems, or a random sample that its seed decides', () => {
  expect(ids(chosenIds(ALL, { maxProblems: 3 }).problems)).toBe('abc');
  const samples = [0, 1, 2, 3].map((seed) => ids(chosenIds(ALL, { maxProblems: 3, seed }).problems));
  expect(samples.map((sample) => sample.length)).toEqual([3, 3, 3, 3]);
  expect(samples.map((sample) => [...sample].sort().join(''))).toEqual(samples);
  expect(new Set(samples).size).toBeGreaterThan(2);
  expect(ids(chosenIds(ALL, { maxProblems: 3, seed: 0 }).problems)).toBe(samples[0]);
  expect(ids(chosenIds(ALL, { maxProblems: 20, seed: 1 }).problems)).toBe('abcdefghij');
});

it('samples all problems alike', () => {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2000; seed++)
    for (const { summary } of chosenIds(ALL, { maxProblems: 3, seed }).problems)
      counts.set(summary.id, (counts.get(summary.id) ?? 0) + 1);
  for (const count of counts.values()) expect(Math.abs(count - 600)).toBeLessThan(100);
});

it('asks no problem twice that several sets have', () => {
  const copies = [listedProblem('prepared', 'b'), ...ALL, listedProblem('prepared', 'c')];
  const { problems, duplicates } = chosenIds(copies, {});
  expect([problems.length, duplicates]).toEqual([10, 2]);
  expect(problems.find(({ summary }) => summary.id === 'b')?.set).toBe('prepared');
  expect(chosenIds(copies, { set: 'prepared' })).toMatchObject({ duplicates: 0 });
});

it('takes the stronger tests of a problem that two sets have, whichever was added last', () => {
  const of = (set: string, source: string, id: string, testCount: number) =>
    ({ set, summary: { id, source, testCount, difficulty: null } }) as unknown as ListedProblem;
  const plainProblems = [0, 1, 2].map((at) => of('HumanEval.jsonl', 'humaneval', `HumanEval/${at}`, 1));
  // The second problem keeps its assertions, because they compare with code of their own.
  const plus = [
    of('HumanEvalPlus.jsonl', 'humaneval+', 'HumanEval/0', 974),
    of('HumanEvalPlus.jsonl', 'humaneval+', 'HumanEval/1', 1),
  ];
  for (const all of [
    [...plainProblems, ...plus],
    [...plus, ...plainProblems],
  ]) {
    const { problems, duplicates, strongerTests } = chosenIds(all, {});
    const sets = new Map(problems.map(({ set, summary: { id } }) => [id, set]));
    expect([sets.get('HumanEval/0'), sets.get('HumanEval/1'), sets.get('HumanEval/2')]).toEqual([
      'HumanEvalPlus.jsonl',
      'HumanEvalPlus.jsonl',
      'HumanEval.jsonl',
    ]);
    expect([problems.length, duplicates]).toEqual([3, 0]);
    expect(strongerTests.map(strongerWords)).toEqual([
      '2 problems are in HumanEval.jsonl and HumanEvalPlus.jsonl: the tests of HumanEvalPlus.jsonl are used.',
    ]);
  }
  // Two sets from the same source. One of them was prepared with fewer tests.
  const [fewTests, manyTests] = [of('few', 'taco', 'a', 5), of('many', 'taco', 'a', 20)];
  expect(chosenIds([fewTests, manyTests], {})).toMatchObject({
    problems: [manyTests],
    strongerTests: [{ weakerSet: 'few' }],
  });
});
