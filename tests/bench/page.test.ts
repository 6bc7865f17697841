import { expect, it } from 'vitest';
import { lateWords, pressFigures } from './page.ts';

const press = (milliseconds: number, ...said: string[]) => ({ milliseconds, verdict: 'accepted', said });

it.each([
  'Test 3 timed out. It is retried before that counts.',
  'Time limit exceeded on test 2 Reward 0.0',
  'Test 5: 0.7 of 12.0 s: 6 s × 2, a retry',
  'It was run again, alone.',
])('hears a time-out or a retry in “%s”', (text) => {
  expect(lateWords(['Judging…', text])).toEqual([text]);
});

it('hears none in what is said of a program that is fast', () => {
  const said = [
    'Waiting for the answer',
    'Starting Python… Only the first program of a visit waits for Python.',
    'Judging… 3 of 25 tests passed so far.',
    'Test 5: 0.7 of 12.0 s: 6 s × 2, this machine',
    'Accepted Reward 1.0 All 25 tests passed. slowest test 3 ms, 20 ms in all',
  ];
  expect(lateWords(said)).toEqual([]);
});

it('counts the presses that say so, not how often one does', () => {
  const late = 'Test 3 timed out. It is retried before that counts.';
  expect(pressFigures([press(1900), press(8000.4, late, `${late} 1`), press(2100)])).toEqual({
    first_press_ms: 2100,
    first_press_longest_ms: 8000,
    first_press_retries: 1,
  });
});
