import { expect, it } from 'vitest';
import { secondsLeft } from './run-counting.svelte.ts';

const PACE: Parameters<typeof secondsLeft>[0] = {
  toAsk: 10,
  asking: [],
  concurrency: 2,
  askTimes: [1000, 1000, 1000, 1000],
  toJudge: 0,
  judgeTimes: [100],
  judging: 1,
};

it('is the longer of asking and judging, which go on side by side', () => {
  expect(secondsLeft(PACE)).toBeCloseTo(5.1);
  expect(secondsLeft({ ...PACE, judgeTimes: [2000] })).toBeCloseTo(20);
  expect(secondsLeft({ ...PACE, judgeTimes: [2000], judging: 4 })).toBeCloseTo(7);
});

it('counts on stragglers: the last answers may be as long as the slowest tenth', () => {
  const askTimes = [...Array<number>(9).fill(1000), 11_000];
  expect(secondsLeft({ ...PACE, askTimes })).toBeCloseTo(10 + 9 + 0.1);
  expect(secondsLeft({ ...PACE, toAsk: 0, asking: [3000], askTimes })).toBeCloseTo(8.1);
  expect(secondsLeft({ ...PACE, toAsk: 0, asking: [60_000], askTimes })).toBeCloseTo(0.1);
});

it('is unknown while nothing has come, and nothing when all is done', () => {
  expect(secondsLeft({ ...PACE, askTimes: [] })).toBeNull();
  expect(secondsLeft({ ...PACE, judgeTimes: [] })).toBeNull();
  expect(secondsLeft({ ...PACE, toAsk: 0 })).toBe(0);
});
