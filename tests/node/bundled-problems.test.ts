/** The problems that ship are what they should be; `tests/long` judges their programs. */
import { describe, expect, it } from 'vitest';
import { readProblems } from '../../src/datasets/problem-file.ts';
import { problemRows, problems, recordings, slugs, VERDICTS } from '../agreement/bundled.ts';

describe('the bundled problems', () => {
  it('are 24, half of each mode, each with its public and at least 15 hidden tests', () => {
    expect(problems).toHaveLength(24);
    expect(problems.filter(({ mode }) => mode === 'stdin')).toHaveLength(12);
    for (const { id, publicTests, tests } of problems) {
      expect([2, 3], id).toContain(publicTests);
      expect(tests.length - publicTests, id).toBeGreaterThanOrEqual(15);
    }
  });

  it('ship as the reader of problem files reads them', () => {
    expect(readProblems(problemRows.join('\n'))).toEqual({ problems, faults: [] });
  });

  it('come with at least three recordings each, every kind among them', () => {
    for (const [index, answers] of recordings.entries()) {
      const kinds = answers.map((answer) => answer.kind);
      expect(kinds.length, slugs[index]).toBeGreaterThanOrEqual(3);
      expect(kinds.slice(0, 2), slugs[index]).toEqual(['right', 'wrong']);
    }
    expect(new Set(recordings.flat().map((answer) => answer.kind))).toEqual(new Set(Object.keys(VERDICTS)));
  });
});
