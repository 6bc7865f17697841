import { expect, it } from 'vitest';
import { progressWords, rewardWords } from './samples.ts';
import { agreementWords, verdictName } from './samples-dialog.ts';

const figures = { judged: 1, counts: [], meanReward: 0.5, rewarded: 1, compared: 0, agreed: 0 };
const rows = Array.from({ length: 12_000 }, () => ({}) as never);
const facts = { rows, unknown: rows.slice(0, 2), figures, left: 11_997, running: true, secondsLeft: 100 };

it('says how far it is, and how long the rest takes', () => {
  expect(progressWords(facts)).toBe('1 of 11,998 judged, about 2 minutes left at this pace');
  expect(progressWords({ ...facts, secondsLeft: null })).toBe('1 of 11,998 judged…');
  expect(progressWords({ ...facts, running: false })).toBe('1 of 11,998 judged, stopped');
  expect(progressWords({ ...facts, left: 0 })).toBe('1 of 11,998 judged');
});

it('says the mean of the rewards there are', () => {
  expect(rewardWords(figures)).toBe('mean reward 0.500');
  expect(rewardWords({ ...figures, judged: 3 })).toBe('mean reward 0.500 over 1 with a reward');
  expect(rewardWords({ ...figures, meanReward: null, rewarded: 0 })).toBe('');
});

it('says how often the file says the same', () => {
  expect(agreementWords({ ...figures, compared: 1200, agreed: 1199 })).toBe(
    'same verdict as the file: 1,199 of 1,200',
  );
});

it('names every verdict, and that there was no problem', () => {
  expect([verdictName('accepted'), verdictName('unknown-problem')]).toEqual(['Accepted', 'Unknown problem']);
});
