import { beforeEach, describe, expect, it, vi } from 'vitest';
import { completionOf } from '../../../../tests/builders/completion.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { reportOf } from '../../../../tests/builders/report.ts';
import type { ComparedAnswer } from '../../../domain/stored-work.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { StoredColumns } from './columns.ts';

const OPENED = { ref: { set: 'bundled', id: 'p' }, problem: problemOf(), answers: [] };

function answerAt(when: number, ended = true): ComparedAnswer {
  const completion = completionOf(`answer ${when}`);
  const speed = { tokens: 1, estimated: false, firstTokenMs: null, tokensPerSecond: null };
  const report = reportOf(['accepted', 'accepted']);
  return {
    answer: { label: 'm', completion, ended, failure: null, speed },
    report: { report, kind: 'completion', scope: 'all', milliseconds: 1 },
    when,
  };
}

let tables = memoryTables();
let shown: readonly string[] = [];
beforeEach(() => {
  tables = memoryTables();
  shown = [];
});

const stored = () => tables.comparisons.read(OPENED.ref);
const read = async (opened = OPENED) =>
  new StoredColumns(tables.comparisons, opened, () => shown, await stored());

describe('StoredColumns', () => {
  it('gives the next visit what was kept', async () => {
    const first = await read();
    expect([first.columnsText, first.answerOf('a')]).toEqual(['', undefined]);
    first.storeColumns('a*b');
    first.keep('a', answerAt(1));
    const next = await read();
    expect([next.columnsText, next.answerOf('a')]).toEqual(['a*b', answerAt(1)]);
  });

  it('keeps the answer but not the verdict where the problem has changed since', async () => {
    (await read()).keep('a', answerAt(1));
    const kept = await read({ ...OPENED, problem: problemOf({ tests: [{ input: '', output: '1' }] }) });
    expect(kept.answerOf('a')).toEqual({ ...answerAt(1), report: null });
  });

  it('drops the oldest, and those of shown columns last', async () => {
    shown = ['0'];
    const kept = await read();
    for (let when = 0; when < 14; when++) kept.keep(String(when), answerAt(when));
    const keys = Object.keys((await stored())?.entries ?? {}).map(Number);
    expect(keys.sort((a, b) => a - b)).toEqual([0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('stores a streaming answer later, at the latest when it is closed, and nothing after that', async () => {
    const kept = await read();
    kept.keep('a', answerAt(1, false));
    expect(await stored()).toBeUndefined();
    kept.close();
    expect((await stored())?.entries).toHaveProperty('a');
    kept.keep('b', answerAt(2));
    expect((await stored())?.entries).not.toHaveProperty('b');
  });

  it('stores what streams once a second', async () => {
    vi.useFakeTimers();
    try {
      const kept = await read();
      const write = vi.spyOn(tables.comparisons, 'write');
      for (let when = 0; when < 25; when++) {
        kept.keep('a', answerAt(when, false));
        vi.advanceTimersByTime(100);
      }
      expect(write).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
