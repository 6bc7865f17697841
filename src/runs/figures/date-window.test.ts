import { expect, it } from 'vitest';
import { runOf, runRowOf } from '../../../tests/builders/run.ts';
import { datesWords, windowSentence, isWithin, runInWindow, windowedProblems } from './date-window.ts';

it.each([
  ['2024-08-01T00:00:00', '2024-08', '2025-02', true],
  ['2025-02-28', '2024-08', '2025-02', true],
  ['2025-03-01', '2024-08', '2025-02', false],
  ['2024-07-31', '2024-08', null, false],
  ['2024-08-01', '2024-08-01', '2024-08-01', true],
  ['2024-08-02T10:00:00Z', null, '2024-08-01', false],
  ['2024-08-02', '2024-08-03', null, false],
  [null, '2024-08', null, false],
  [undefined, null, '2024-08', false],
  [null, null, null, true],
])('%j from %j until %j: %j', (date, from, until, is) => {
  expect(isWithin(date, { from, until })).toBe(is);
});

it('counts what lies outside, and apart from it what has no date', () => {
  const problems = ['2024-01-05', '2024-02-05', '2024-03-05', null].map((date, at) => ({
    ...runOf().problems[0]!,
    id: `p${at}`,
    date,
  }));
  const windowed = windowedProblems(problems, { from: '2024-02', until: null });
  expect([windowed.problems.map(({ id }) => id), windowed.outside, windowed.undated]).toEqual([
    ['p1', 'p2'],
    1,
    1,
  ]);
  const rows = ['p0', 'p1', 'p3'].map((id) => runRowOf({ id }));
  const run = runOf({ problems });
  const narrowed = runInWindow(run, rows, { from: '2024-02', until: null });
  expect([narrowed.rows.map(({ id }) => id), narrowed.run.problems.length, narrowed.undated]).toEqual([
    ['p1'],
    2,
    1,
  ]);
  const wholeRun = runInWindow(run, rows, { from: null, until: null });
  expect([wholeRun.run, wholeRun.rows]).toEqual([run, rows]);
});

it('says itself, and of how many problems figures of it are', () => {
  const [from, until] = ['2024-08', '2024-12-31'];
  expect(
    [
      { from, until },
      { from, until: null },
      { from: null, until },
      { from: null, until: null },
    ].map(datesWords),
  ).toEqual(['from 2024-08 until 2024-12-31', 'from 2024-08 on', 'until 2024-12-31', '']);
  const windowed = { problems: [1, 2], outside: 3, undated: 0 };
  const window = { from, until: null };
  expect(windowSentence(window, windowed)).toBe('Only problems that came out from 2024-08 on: 2 of 5.');
  expect(windowSentence(window, { ...windowed, undated: 1 })).toMatch(
    /2 of 6; 1 has no date and counts as out/,
  );
  expect(windowSentence(window, { ...windowed, undated: 2 })).toMatch(
    /2 of 7; 2 have no date and count as out/,
  );
  expect(windowSentence({ from: null, until: null }, windowed)).toBeNull();
});
