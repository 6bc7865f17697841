import { expect, it } from 'vitest';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { spanWords, sampleSpan } from './sample-span.ts';
import { runCaveats } from './run-caveats.ts';
import { runFigures } from './run-figures.ts';

const [first, ...others] = runOf().problems;
const uneven = runOf({
  samples: 1,
  problems: [{ ...first!, samples: 3 }, ...others.map((each) => ({ ...each, samples: 2 }))],
});

it('tells how many samples the problems really have', () => {
  expect(sampleSpan(uneven)).toEqual({ min: 2, max: 3 });
  expect(spanWords(sampleSpan(uneven))).toBe('2 to 3');
  expect(spanWords(sampleSpan(runOf({ samples: 2_000 })))).toBe('2,000');
  expect(sampleSpan(runOf({ samples: 4, problems: [] }))).toEqual({ min: 4, max: 4 });
});

it('is what a caveat speaks of', async () => {
  const rows = [runRowOf({ judged: runVerdictOf('accepted'), estimated: true })];
  const figures = await runFigures(uneven, rows, () => Promise.resolve());
  const caveatTexts = runCaveats({ ...uneven, source: { type: 'file', name: 'f' } }, rows, figures)
    .map(({ says }) => says)
    .join('\n');
  expect(caveatTexts).toContain('With 2 to 3 samples a problem');
  // The run was opened from a file, but a model had been asked.
  expect(caveatTexts).toContain('The model did not count');
});
