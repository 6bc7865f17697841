import { expect, it } from 'vitest';
import type { ImportReport } from '../../common/imports/state/imports-state.svelte.ts';
import { countsText, progressText, resultText } from './import-text.ts';

const running = { name: 'a', bytes: 24e6, totalBytes: 200e6, rows: 12_000, kept: 11_800, secondsLeft: 20 };

it.each([
  [running, '12,000 rows read, 11,800 problems, 24 MB of 200 MB, about 20 s left'],
  [{ ...running, totalBytes: 0, secondsLeft: null }, '12,000 rows read, 11,800 problems, 24 MB'],
  [{ ...running, bytes: 0, rows: 0, kept: 0 }, 'starting…'],
  [{ ...running, bytes: 200e6 }, '11,800 problems, finishing…'],
])('an import reports its rows, problems, bytes and remaining time', (running, expected) => {
  expect(progressText(running)).toBe(expected);
});

it.each([
  [0, 0, 0, 'a.jsonl is empty.', '0 rows read'],
  [1, 1, 0, '1 problem added from a.jsonl.', '1 row read'],
  [
    24_812,
    22_107,
    3,
    '22,107 problems added from a.jsonl, 2,705 lines skipped.',
    '24,812 rows read, 3 of them repaired',
  ],
])(
  'the report of %i rows has the problems, the skipped and the repaired rows',
  (read, kept, repaired, sentence, countsSentence) => {
    const totals = {
      read,
      kept,
      dropped: read - kept,
      repaired,
      tests: 0,
      files: [],
      skipped: [],
      elsewhere: [],
      modes: { stdin: 0, call: 0, assert: 0 },
    };
    const report: ImportReport = {
      set: 'a.jsonl',
      totals,
      groupedEntries: [],
      file: new Blob(),
      isStored: true,
      resumption: null,
    };
    expect([resultText(report), countsText(report)]).toEqual([sentence, countsSentence]);
  },
);
