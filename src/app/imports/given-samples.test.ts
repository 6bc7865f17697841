import { expect, it } from 'vitest';
import { leftAside, takenSamples, type GivenSamples } from './given-samples.ts';

const foreign = (name: string, samples: number, note: string | null = null): GivenSamples => ({
  name,
  file: null,
  lines: { text: new Blob([`${name}\n`.repeat(samples)]), samples, note },
});
const samplesFile = (name: string): GivenSamples => ({ name, file: new Blob([name]), lines: null });

it('joins files of one sample each, with the note on rows that are no samples', async () => {
  const sources = [foreign('e1', 1), foreign('e2', 0, 'Left out: row 1 is empty'), foreign('e3', 1)] as const;
  const { text, ...taken } = takenSamples(sources);
  expect(taken).toEqual({ name: 'e1 and 2 more', note: 'Left out: row 1 is empty, in e2', skippedNames: [] });
  expect(await text.text()).toBe('e1\ne3\n');
});

it('reads the first of files that may be two runs, and names the others', async () => {
  for (const inputs of [
    [foreign('a', 2), foreign('b', 1), samplesFile('c')],
    [samplesFile('a'), samplesFile('b'), samplesFile('c')],
  ] as const) {
    const { name, text, skippedNames } = takenSamples(inputs);
    expect([name, (await text.text()).startsWith('a'), skippedNames]).toEqual(['a', true, ['b', 'c']]);
  }
  expect(takenSamples([foreign('a', 9, 'is empty')])).toMatchObject({
    name: 'a',
    note: 'is empty',
    skippedNames: [],
  });
  expect(leftAside(['b'])).toBe(
    'b is left aside: one file of samples is taken at a time; add it when the other is done.',
  );
  expect(leftAside(['b', 'c'])).toMatch(/^b and 1 more are left aside: .* add them when/);
});
