import { afterEach, describe, expect, it } from 'vitest';
import { UtcDate } from './utc-date.ts';

const zone = process.env['TZ'];
afterEach(() => void (zone === undefined ? delete process.env['TZ'] : (process.env['TZ'] = zone)));

describe.each(['America/New_York', 'Asia/Kathmandu'])('in %s', (name) => {
  it('a moment has the parts that it has in UTC', () => {
    process.env['TZ'] = name;
    const date = new UtcDate(Date.UTC(2026, 6, 1, 2, 3, 4));
    expect(new Date(+date).getTimezoneOffset()).not.toBe(0);
    expect(date.getTimezoneOffset()).toBe(0);
    const parts = [date.getFullYear(), date.getMonth(), date.getDate(), date.getDay()];
    expect([...parts, date.getYear()]).toEqual([2026, 6, 1, 3, 126]);
    expect([date.getHours(), date.getMinutes(), date.getSeconds()]).toEqual([2, 3, 4]);
  });

  it('a date is taken for one in UTC, with parts beyond their range as well', () => {
    process.env['TZ'] = name;
    expect(new UtcDate(2026, 0, 1).getTime()).toBe(Date.UTC(2026, 0, 1));
    expect(new UtcDate(2026, 12, 32, 25, 61, 61, 0).getTime()).toBe(Date.UTC(2026, 12, 32, 25, 61, 61));
  });
});

it('without parts, it is now', () => {
  const before = Date.now();
  const now = new UtcDate().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  expect(UtcDate.now()).toBeGreaterThan(0);
});
