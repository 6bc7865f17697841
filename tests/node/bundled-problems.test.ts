/** The problems that ship are what they should be; `tests/long` judges those of all. */
import { describe, expect, it } from 'vitest';
import { expectBundledVerdicts, recordings, rows, slugs, VERDICTS } from '../agreement/bundled.ts';

describe('the bundled problems', () => {
  it('are 24, half of each mode, each with its public and at least 15 hidden tests', () => {
    expect(rows).toHaveLength(24);
    expect(rows.filter((row) => row.mode === 'stdin')).toHaveLength(12);
    for (const row of rows) {
      expect([2, 3], row.id).toContain(row.public_tests);
      expect(row.tests.length - row.public_tests, row.id).toBeGreaterThanOrEqual(15);
    }
  });

  it('come with at least three recordings each, every kind among them', () => {
    for (const [index, answers] of recordings.entries()) {
      const kinds = answers.map((answer) => answer.kind);
      expect(kinds.length, slugs[index]).toBeGreaterThanOrEqual(3);
      expect(kinds.slice(0, 2), slugs[index]).toEqual(['right', 'wrong']);
    }
    expect(new Set(recordings.flat().map((answer) => answer.kind))).toEqual(new Set(Object.keys(VERDICTS)));
  });

  expectBundledVerdicts(4);
});
