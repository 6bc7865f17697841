import { describe, expect, it } from 'vitest';
import { resultOf } from '../../../../tests/builders/report.ts';
import type { TestVerdict } from '../../../domain/verdict.ts';
import { byReward, partingTests, totalMs, type JudgedColumn } from './judged-columns.ts';

const column = (letter: string, reward: number | null, letters: string): JudgedColumn => {
  const verdicts: Record<string, TestVerdict> = { A: 'accepted', W: 'wrong-answer', '-': 'not-run' };
  const results = [...letters].map((each, index) => resultOf(index, verdicts[each] ?? 'judge-error'));
  return { letter, reward, results };
};

describe('the columns of a comparison', () => {
  it('are grouped by reward, the best first', () => {
    const columns = [column('A', 0, 'W'), column('B', 1, 'A'), column('C', null, '?'), column('D', 0, 'W')];
    expect(byReward(columns)).toEqual([
      { reward: '1.0', letters: ['B'] },
      { reward: '0.0', letters: ['A', 'D'] },
      { reward: null, letters: ['C'] },
    ]);
    expect(byReward([])).toEqual([]);
  });

  it('part on tests; what did not run parts from nothing', () => {
    expect(partingTests([column('A', 1, 'AAAA'), column('B', 0, 'AW-W')])).toEqual([1, 3]);
    expect(partingTests([column('A', 1, 'AA'), column('B', 0, '--'), column('C', null, '??')])).toEqual([]);
  });

  it('took a time from the question to the last token', () => {
    const speed = { tokens: 100, estimated: false, firstTokenMs: 500, tokensPerSecond: 50 };
    expect(totalMs(speed)).toBe(2500);
    expect(totalMs({ ...speed, tokensPerSecond: null })).toBe(500);
    expect(totalMs({ ...speed, firstTokenMs: null })).toBeNull();
  });
});
