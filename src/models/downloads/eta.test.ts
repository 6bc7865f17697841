import { describe, expect, it } from 'vitest';
import { RateMeter } from './eta.ts';

describe('RateMeter', () => {
  it('does not count what was there before', () => {
    const meter = new RateMeter();
    meter.add(0, 5_000_000);
    for (let second = 1; second <= 5; second++) meter.add(second * 1000, 5_000_000 + second * 1000);
    expect(meter.bytesPerSecond(5000)).toBe(1000);
    expect(meter.etaSeconds(5000, 5_010_000)).toBe(5);
    expect(meter.etaSeconds(5000, null)).toBeNull();
  });

  it('says nothing in the first second', () => {
    const meter = new RateMeter();
    expect(meter.bytesPerSecond(0)).toBeNull();
    meter.add(0, 0);
    meter.add(900, 1_000_000);
    expect(meter.bytesPerSecond(999)).toBeNull();
    expect(meter.bytesPerSecond(1000)).toBe(1_000_000);
  });

  it('follows a change of speed within ten seconds', () => {
    const meter = new RateMeter();
    let done = 0;
    for (let at = 0; at <= 30_000; at += 100) meter.add(at, (done += at <= 15_000 ? 100 : 400));
    expect(meter.bytesPerSecond(30_000)).toBeCloseTo(4000, 0);
  });

  it('sinks while nothing comes, ends in silence, and starts afresh', () => {
    const meter = new RateMeter();
    for (let at = 0; at <= 5000; at += 500) meter.add(at, at);
    expect(meter.bytesPerSecond(10_000)).toBe(500);
    expect(meter.bytesPerSecond(15_001)).toBeNull();
    expect(meter.etaSeconds(15_001, 1e9)).toBeNull();
    // After an hour of sleep.
    meter.add(3_600_000, 6000);
    expect(meter.bytesPerSecond(3_600_000)).toBeNull();
    meter.add(3_602_000, 26_000);
    expect(meter.bytesPerSecond(3_602_000)).toBe(10_000);
  });

  it('is not upset by a file thrown away', () => {
    const meter = new RateMeter();
    for (let at = 0; at <= 4000; at += 1000) meter.add(at, at);
    meter.add(5000, 1000);
    meter.add(6000, 2000);
    expect(meter.bytesPerSecond(6000)).toBeCloseTo(5000 / 6, 3);
    expect(meter.etaSeconds(6000, 2000)).toBe(0);
  });
});
