import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { RecordedAnswer } from '../../../domain/recorded-answer.ts';
import { recordedProblems } from './run-problem.ts';

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
