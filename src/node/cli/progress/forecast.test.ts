import { describe, expect, it } from 'vitest';
import { Forecast } from './forecast.ts';

/** Ten programs; running one again takes 30 s at most. */
function forecast(total = 10): Forecast {
  const made = new Forecast(total, () => 30);
  // The page took 100 s to come: no part of the pace.
  made.begin(100);
  return made;
}

describe('the forecast', () => {
  it('knows nothing before the first program is done', () => {
    const it = new Forecast(10, () => 30);
    expect(it.secondsLeft(50)).toBeNull();
    it.begin(100);
    expect(it.secondsLeft(110)).toBeNull();
  });

  it('says nothing of the first two seconds', () => {
    const it = forecast();
    it.finish(0, 100.1);
    expect(it.secondsLeft(100.1)).toBeNull();
  });

  it('goes by the pace so far, and counts down between two words', () => {
    const it = forecast();
    for (let index = 0; index < 5; index++) it.finish(index, 104 + 4 * index);
    expect(it.secondsLeft(120)).toBe(20);
    expect(it.secondsLeft(125)).toBe(15);
  });

  it('says nothing rather than that nothing is left, while something runs', () => {
    const it = forecast(2);
    it.finish(0, 104);
    expect(it.secondsLeft(106)).toBe(2);
    expect(it.secondsLeft(108)).toBeNull();
    expect(it.secondsLeft(1000)).toBeNull();
  });

  it('knows what is being retried at the end', () => {
    const it = forecast();
    for (let index = 0; index < 8; index++) it.finish(index, 101 + index);
    it.retry(8, 109);
    it.retry(9, 110);
    expect(it).toMatchObject({ done: 8, waiting: 2, retried: 2 });
    expect(it.secondsLeft(110)).toBe(60);
    // The first took 12 s: so will the second.
    it.finish(8, 122);
    expect(it.secondsLeft(122)).toBe(12);
    it.finish(9, 134);
    expect(it).toMatchObject({ done: 10, waiting: 0, retried: 2 });
    expect(it.secondsLeft(134)).toBeNull();
  });

  it('expects of the rest as many as there were so far', () => {
    const it = forecast(20);
    for (let index = 0; index < 9; index++) it.finish(index, 101 + index);
    it.retry(9, 110);
    // Ten more at a second each, one of them in doubt again, and the one that waits.
    expect(it.secondsLeft(110)).toBeCloseTo(10 + 30 + 30);
  });

  it('keeps what was retried out of the pace of the others', () => {
    const it = forecast(12);
    it.retry(0, 101);
    it.finish(0, 121);
    for (let index = 1; index < 10; index++) it.finish(index, 121 + index);
    // 10 s for ten first runs, 20 s for one again: two more, a tenth of each again.
    expect(it.secondsLeft(130)).toBeCloseTo(2 * 1 + 2 * 0.1 * 20);
  });

  it('counts a program once, however often it is retried', () => {
    const it = forecast(2);
    it.retry(0, 110);
    it.retry(0, 120);
    it.retry(0, 130);
    it.finish(0, 140);
    expect(it).toMatchObject({ done: 1, waiting: 0, retried: 1 });
    it.finish(1, 141);
    expect(it.done).toBe(2);
  });
});
