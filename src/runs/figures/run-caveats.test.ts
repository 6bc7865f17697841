import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../tests/builders/answer.ts';
import { runOf } from '../../../tests/builders/run.ts';
import { answeredRow } from '../pipeline/run-rows.ts';
import { runCaveats } from './run-caveats.ts';
import { runFigures } from './run-figures.ts';

/** Returns the names of the caveats of a run whose problems a and b got these answers. */
async function caveats(texts: { readonly a: readonly string[]; readonly b: readonly string[] }) {
  const run = runOf({ samples: 3 });
  const rows = Object.entries(texts).flatMap(([id, ofProblem]) =>
    ofProblem.map((text, sample) => answeredRow({ set: 'own', id, sample }, answerOf(text), 0, 1)),
  );
  const figures = await runFigures(run, rows, () => Promise.resolve());
  return runCaveats(run, rows, figures).map(({ name }) => name);
}

describe('a run whose samples are all equal', () => {
  it('says so', async () => {
    const names = await caveats({ a: ['x', 'x'], b: ['y', 'y', 'y'] });
    expect(names).toContain('equal-samples');
    expect(names).not.toContain('redrawn');
  });

  it.each([
    [{ a: ['x', 'x'], b: ['y', 'z'] }],
    [{ a: ['x'], b: ['x'] }],
    // Two empty answers do not count as equal.
    [{ a: ['', ''], b: ['', ''] }],
  ])('says nothing of %j', async (texts) => {
    expect(await caveats(texts)).not.toContain('equal-samples');
  });
});
