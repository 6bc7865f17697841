/** When samples were asked and judged: shows whether both go on side by side. */
import type { RunRow, RunSampleKey } from '../../domain/run.ts';
import type { PipelineWork } from '../pipeline/pipeline.ts';

export interface Span {
  readonly key: RunSampleKey;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The row's verdict, for a judging that has ended. */
  readonly row: RunRow | null;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  /** In each lane one after the other: as few lanes as there were at once. */
  readonly lanes: Readonly<Record<PipelineWork, readonly (readonly Span[])[]>>;
  /** Shares of the time in which anything was asked, judged, and both at once; from 0 to 1. */
  readonly busy: Readonly<Record<PipelineWork | 'both', number>>;
  /** Spans that lie in this time and are not drawn, since there are too many. */
  readonly left: number;
}

export interface RunningSpan {
  readonly what: PipelineWork;
  readonly key: RunSampleKey;
  readonly since: number;
}

/**
 * The last part of a run.
 * @param now milliseconds since 1970; what is at work lasts until then
 * @param lengthMs how much of it
 * @param most spans that are drawn, the last ones
 */
export function timelineOf(
  rows: readonly RunRow[],
  running: readonly RunningSpan[],
  now: number,
  lengthMs: number,
  most: number,
): Timeline | null {
  const ends = [...running.map(() => now), ...rows.map((row) => row.judged?.to ?? row.answeredAt)];
  const end = ends.reduce((latest, to) => Math.max(latest, to), 0);
  if (end === 0) return null;
  const asked: Span[] = [];
  const judged: Span[] = [];
  let begin = end;
  for (const row of rows) {
    begin = Math.min(begin, row.askedAt);
    // Of a long run only its last part is looked at any closer.
    if (row.answeredAt > row.askedAt && row.answeredAt >= end - lengthMs)
      asked.push({ key: row, from: row.askedAt, to: row.answeredAt, row: null });
    if (row.judged !== null && row.judged.to >= end - lengthMs)
      judged.push({ key: row, from: row.judged.from, to: row.judged.to, row });
  }
  for (const { what, key, since } of running) {
    begin = Math.min(begin, since);
    (what === 'ask' ? asked : judged).push({ key, from: since, to: now, row: null });
  }
  const from = Math.max(begin, end - lengthMs);
  const inside = (spans: readonly Span[]): readonly Span[] =>
    spans.filter((span) => span.to >= from).sort((one, other) => one.from - other.from);
  const [asking, judging] = [inside(asked), inside(judged)];
  return {
    from,
    to: end,
    lanes: { ask: inLanes(asking.slice(-most)), judge: inLanes(judging.slice(-most)) },
    busy: busyShares(asking, judging, from, end),
    left: Math.max(0, asking.length - most) + Math.max(0, judging.length - most),
  };
}

/** Each goes into the first lane that is free. @param spans in the order of their beginnings */
function inLanes(spans: readonly Span[]): readonly (readonly Span[])[] {
  const lanes: Span[][] = [];
  for (const span of spans) {
    const free = lanes.find((lane) => lane.at(-1)!.to <= span.from);
    if (free === undefined) lanes.push([span]);
    else free.push(span);
  }
  return lanes;
}

function busyShares(
  asking: readonly Span[],
  judging: readonly Span[],
  from: number,
  to: number,
): Timeline['busy'] {
  const changes = [...asking.map((span) => ({ ...span, ask: 1, judge: 0 }))]
    .concat(judging.map((span) => ({ ...span, ask: 0, judge: 1 })))
    .flatMap(({ from: begin, to: end, ask, judge }) => [
      { at: Math.max(from, begin), ask, judge },
      { at: end, ask: -ask, judge: -judge },
    ])
    .sort((one, other) => one.at - other.at);
  const busy = { ask: 0, judge: 0, both: 0 };
  let [asks, judges, before] = [0, 0, from];
  for (const { at, ask, judge } of changes) {
    const length = at - before;
    if (asks > 0) busy.ask += length;
    if (judges > 0) busy.judge += length;
    if (asks > 0 && judges > 0) busy.both += length;
    [asks, judges, before] = [asks + ask, judges + judge, at];
  }
  const whole = Math.max(1, to - from);
  return { ask: busy.ask / whole, judge: busy.judge / whole, both: busy.both / whole };
}
