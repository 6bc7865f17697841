import { describe, expect, it } from 'vitest';
import { Forecast } from './progress.ts';

function forecast(total = 10, fewest = 0): Forecast {
  const forecast = new Forecast(total, fewest);
  // The page took 100 s to open.
  forecast.begin(100);
  return forecast;
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
    it.finish(100.1);
    expect(it.secondsLeft(100.1)).toBeNull();
  });

  it('follows the pace so far, and counts down between two verdicts', () => {
    const it = forecast();
    for (let index = 0; index < 5; index++) it.finish(104 + 4 * index);
    expect(it.secondsLeft(120)).toBe(20);
    expect(it.secondsLeft(125)).toBe(15);
  });

  it('is unknown when the last programs take longer than the pace says', () => {
    const it = forecast(2);
    it.finish(104);
    expect(it.secondsLeft(106)).toBe(2);
    expect(it.secondsLeft(108)).toBeNull();
    expect(it.secondsLeft(1000)).toBeNull();
  });

  it('waits for as many as make a pace, and counts amounts', () => {
    const it = forecast(100, 3);
    it.finish(104, 2);
    expect(it.secondsLeft(104)).toBeNull();
    it.finish(110, 8);
    expect(it.doneCount).toBe(10);
    expect(it.secondsLeft(110)).toBe(90);
  });
});
