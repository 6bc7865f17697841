import { expect, it } from 'vitest';
import { runOf } from '../../tests/builders/run.ts';
import { withMoreSamples } from './more-samples.ts';

it('gives problems of the run more samples, never fewer, and takes in no other', () => {
  const [a, b, c] = runOf().problems as [never, never, never];
  const problem = (known: object, samples?: number) => ({
    ...runOf().problems[0]!,
    ...known,
    ...(samples && { samples }),
  });
  const run = runOf({ samples: 2, problems: [problem(a, 1), problem(b), problem(c, 4)] });
  const wanted = [problem(c, 3), problem(b, 3), problem(a), problem({ id: 'new' }, 9)];
  expect(withMoreSamples(run, wanted).map(({ id, samples }) => [id, samples])).toEqual([
    ['a', 2],
    ['b', 3],
    ['c', 4],
  ]);
});
