import { describe, expect, it } from 'vitest';
import { Forecast } from './forecast.ts';

function forecast(total = 10): Forecast {
  const made = new Forecast(total);
  // The page took 100 s to open.
  made.begin(100);
  return made;
}

describe('the forecast', () => {
  it('is unknown before the first program is done', () => {
    const it = new Forecast(10);
    expect(it.secondsLeft(50)).toBeNull();
    it.begin(100);
    expect(it.secondsLeft(110)).toBeNull();
  });

  it('is unknown in the first two seconds', () => {
    const it = forecast();
    it.finish(0, 100.1);
    expect(it.secondsLeft(100.1)).toBeNull();
  });

  it('follows the pace so far, and counts down between two verdicts', () => {
    const it = forecast();
    for (let index = 0; index < 5; index++) it.finish(index, 104 + 4 * index);
    expect(it.secondsLeft(120)).toBe(20);
    expect(it.secondsLeft(125)).toBe(15);
  });

  it('is unknown when the last programs take longer than the pace says', () => {
    const it = forecast(2);
    it.finish(0, 104);
    expect(it.secondsLeft(106)).toBe(2);
    expect(it.secondsLeft(108)).toBeNull();
    expect(it.secondsLeft(1000)).toBeNull();
  });

  it('takes retries into the pace, and counts a program once however often it is retried', () => {
    const it = forecast(4);
    it.retry(0);
    it.retry(0);
    expect(it).toMatchObject({ done: 0, retrying: 1, retried: 1 });
    it.finish(0, 120);
    expect(it).toMatchObject({ done: 1, retrying: 0, retried: 1 });
    expect(it.secondsLeft(120)).toBe(60);
    it.finish(1, 122);
    expect(it.secondsLeft(122)).toBe(22);
  });
});
