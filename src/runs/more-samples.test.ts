import { expect, it } from 'vitest';
import { runOf } from '../../tests/builders/run.ts';
import { sampleCount, samplesOf } from '../domain/run.ts';
import { withMoreSamples, withSamples } from './more-samples.ts';

it('gives problems of the run more samples, never fewer, and takes in no other', () => {
  const [a, b, c] = runOf().problems as [never, never, never];
  const problem = (identity: object, samples?: number) => ({
    ...runOf().problems[0]!,
    ...identity,
    ...(samples && { samples }),
  });
  const run = runOf({ samples: 2, problems: [problem(a, 1), problem(b), problem(c, 4)] });
  const available = [problem(c, 3), problem(b, 3), problem(a), problem({ id: 'new' }, 9)];
  expect(withMoreSamples(run, available).map(({ id, samples }) => [id, samples])).toEqual([
    ['a', 2],
    ['b', 3],
    ['c', 4],
  ]);
});

it('raises every problem to a number of samples, and takes none away', () => {
  const [a, b, c] = runOf().problems;
  const run = runOf({ samples: 3, problems: [{ ...a!, samples: 1 }, b!, { ...c!, samples: 5 }] });
  const counts = (samples: number): readonly number[] => {
    const raised = withSamples(run, samples);
    return [...raised.problems.map((problem) => samplesOf(raised, problem)), sampleCount(raised)];
  };
  expect([1, 2, 3, 4, 6].map(counts)).toEqual([
    [1, 3, 5, 9],
    [2, 3, 5, 10],
    [3, 3, 5, 11],
    [4, 4, 5, 13],
    [6, 6, 6, 18],
  ]);
});
