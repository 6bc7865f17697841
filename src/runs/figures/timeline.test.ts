import { expect, it } from 'vitest';
import { Random } from '../../base/random.ts';
import { runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { barsOf, timelineOf } from './timeline.ts';

const row = (id: string, askedAt: number, answeredAt: number, from?: number, to?: number) =>
  runRowOf({
    ...{ id, askedAt, answeredAt },
    judged: from === undefined ? null : runVerdictOf('accepted', { from, to: to! }),
  });

/**
 * Sample a is asked from 0 to 100 and judged from 100 to 150. Sample b is asked from 50 to 200 and judged from 200 to
 * 250.
 */
const ROWS = [row('a', 1000, 1100, 1100, 1150), row('b', 1050, 1200, 1200, 1250)];

it('draws spans in as few lanes as there were at once, and says how busy both were', () => {
  const { lanes, busy, from, to } = timelineOf(ROWS, [], 1250, Infinity)!;
  expect([from, to]).toEqual([1000, 1250]);
  expect(lanes.ask.map((lane) => lane.map(({ key }) => key.id))).toEqual([['a'], ['b']]);
  expect(lanes.judge.map((lane) => lane.map(({ key }) => key.id))).toEqual([['a', 'b']]);
  expect(busy).toEqual({ ask: 200 / 250, judge: 100 / 250, both: 50 / 250 });
});

it('shows the last part, with what is at work until now', () => {
  const runningSamples = [{ work: 'ask' as const, key: runRowOf({ id: 'c' }), startedAt: 1240 }];
  const { lanes, busy, from, to } = timelineOf(ROWS, runningSamples, 1300, 110)!;
  expect([from, to]).toEqual([1190, 1300]);
  expect(lanes.ask).toMatchObject([[{ from: 1050 }, { from: 1240, to: 1300 }]]);
  expect(busy.ask).toBeCloseTo(70 / 110);
  expect(busy.both).toBeCloseTo(10 / 110);
});

it('counts the time of many at once as a clock would that looks at every moment', () => {
  const random = new Random(3, 'timeline');
  for (let round = 0; round < 50; round++) {
    const rows = Array.from({ length: 12 }, (_, nth) => {
      const [askedAt, took] = [1000 + random.below(80), random.below(30)];
      const from = askedAt + took + random.below(20);
      return row(`p${nth}`, askedAt, askedAt + took, from, from + random.below(15));
    });
    const { from, to, busy } = timelineOf(rows, [], 0, 60)!;
    const moments = Array.from({ length: to - from }, (_, nth) => from + nth + 0.5);
    const isAsked = (at: number) => rows.some(({ askedAt, answeredAt }) => askedAt < at && at < answeredAt);
    const judged = (at: number) => rows.some((each) => each.judged!.from < at && at < each.judged!.to);
    const share = (is: (at: number) => boolean) => moments.filter(is).length / Math.max(1, to - from);
    expect(busy.ask).toBeCloseTo(share(isAsked), 9);
    expect(busy.judge).toBeCloseTo(share(judged), 9);
    expect(busy.both).toBeCloseTo(
      share((at) => isAsked(at) && judged(at)),
      9,
    );
  }
});

it('draws all samples of a long run, the short ones as one bar', () => {
  const rows = Array.from({ length: 5000 }, (_, nth) =>
    row(`p${nth}`, 10 * nth, 10 * nth + 1, 10 * nth + 1, 10 * nth + 9),
  );
  const wrongRow = runRowOf({ id: 'w', judged: runVerdictOf('wrong-answer', { from: 49_999, to: 50_100 }) });
  const timeline = timelineOf([...rows, wrongRow], [], 0, Infinity)!;
  const bars = timeline.lanes.judge.map((lane) => barsOf(lane, timeline, 50)).flat();
  expect(bars.length).toBeLessThanOrEqual(51);
  expect(bars.reduce((sum, { samples }) => sum + samples, 0)).toBe(5001);
  expect([bars[0]!.from, bars[0]!.verdict]).toEqual([1, 'accepted']);
  expect([bars.at(-1)!.to, bars.at(-1)!.verdict]).toEqual([50_100, undefined]);
});

it('is nothing where nothing was done', () => {
  expect(timelineOf([], [], 5, 100)).toBeNull();
});
