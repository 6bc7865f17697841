import { expect, it } from 'vitest';
import { runOf, runRowOf } from '../../../tests/builders/run.ts';
import { isWithin, runInWindow, windowedProblems, windowFault } from './date-window.ts';

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
  const whole = runInWindow(run, rows, { from: null, until: null });
  expect([whole.run, whole.rows]).toEqual([run, rows]);
});

it('says what is no end of a window', () => {
  expect(windowFault('2024-05')).toBeNull();
  expect(windowFault('2024-05-31')).toBeNull();
  expect(windowFault('2024-02-30')).toMatch(/^must be a month/);
});
