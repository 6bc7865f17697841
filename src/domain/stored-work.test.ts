import { describe, expect, it } from 'vitest';
import { reportOf, resultOf } from '../../tests/builders/report.ts';
import { historyEntry, surplusEntries, type HistoryKey } from './stored-work.ts';

const P = { set: 's', id: 'p' };
const key = (when: number, characters = 1, problem = P): HistoryKey => ({ problem, when, characters });
const times = (keys: readonly HistoryKey[]): readonly number[] => keys.map(({ when }) => when);

describe('surplus', () => {
  it('is nothing within the bounds', () => {
    expect(surplusEntries([])).toEqual([]);
    expect(surplusEntries(Array.from({ length: 200 }, (_, when) => key(when)))).toEqual([]);
  });

  it('is the oldest of a problem that has too many, or too much', () => {
    expect(times(surplusEntries(Array.from({ length: 202 }, (_, when) => key(when))))).toEqual([1, 0]);
    expect(times(surplusEntries([key(1), key(2, 5_000_000), key(3, 5_000_000)]))).toEqual([2, 1]);
  });

  it('is the oldest of all where all are too many', () => {
    const keys = Array.from({ length: 5_001 }, (_, n) => key(n, 1, { set: 's', id: `${n % 50}` }));
    expect(times(surplusEntries(keys))).toEqual([0]);
  });

  it('is never the newest, however large', () => {
    expect(times(surplusEntries([key(1), key(2, 200_000_000)]))).toEqual([1]);
  });
});

describe('historyEntry', () => {
  const program = { kind: 'program', code: 'print(1)' } as const;
  const entryOf = (report: ReturnType<typeof reportOf>) =>
    historyEntry({ type: 'own' }, program, { report, kind: 'program', scope: 'all', milliseconds: 5_000 });

  it('has the program’s time, and none of Python’s start', () => {
    const tests = [12, 30, 8].map((milliseconds, index) => resultOf(index, 'accepted', { milliseconds }));
    expect(entryOf(reportOf(['accepted'], { tests }))).toMatchObject({ slowestMs: 30, totalMs: 50 });
  });

  it('has no time where nothing ran', () => {
    expect(entryOf(reportOf(['not-run']))).toMatchObject({ slowestMs: null, totalMs: null });
  });
});
