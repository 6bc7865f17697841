/** The times of requests and judging, which show whether both run at the same time. */
import type { RunRow, RunSampleKey } from '../../domain/run.ts';
import type { SubmissionVerdict } from '../../domain/verdict.ts';
import type { PipelineWork } from '../pipeline/pipeline.ts';

export interface TimelineSpan {
  readonly key: RunSampleKey;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** The row with the verdict, if the judging has ended; otherwise null. */
  readonly row: RunRow | null;
}

/** A bar of the chart: one span, or several that are too short to be shown separately. */
export interface TimelineBar extends Omit<TimelineSpan, 'row'> {
  readonly samples: number;
  /** The verdict of all its samples; undefined if they differ or have none. */
  readonly verdict: SubmissionVerdict | undefined;
}

export interface Timeline {
  readonly from: number;
  readonly to: number;
  /** Spans of a lane do not overlap. The number of lanes is the largest number of concurrent spans. */
  readonly lanes: Readonly<Record<PipelineWork, readonly (readonly TimelineSpan[])[]>>;
  /** Shares of the time with requests, with judging, and with both at once, from 0 to 1. */
  readonly busy: Readonly<Record<PipelineWork | 'both', number>>;
}

/**
 * Returns the timeline of the last part of a run; null for a run without requests.
 * @param now milliseconds since 1970, the end of spans in progress
 * @param lengthMs length of the part; Infinity for the whole run
 */
export function timelineOf(
  rows: readonly RunRow[],
  running: readonly { readonly work: PipelineWork; readonly key: RunSampleKey; readonly startedAt: number }[],
  now: number,
  lengthMs: number,
): Timeline | null {
  const endTimes = [...running.map(() => now), ...rows.map((row) => row.judged?.to ?? row.answeredAt)];
  const end = endTimes.reduce((latest, to) => Math.max(latest, to), 0);
  if (end === 0) return null;
  const requestSpans: TimelineSpan[] = [];
  const judgingSpans: TimelineSpan[] = [];
  let start = end;
  for (const row of rows) {
    start = Math.min(start, row.askedAt);
    // Only the last part of a long run is examined, because it may have many rows.
    if (row.answeredAt > row.askedAt && row.answeredAt >= end - lengthMs)
      requestSpans.push({ key: row, from: row.askedAt, to: row.answeredAt, row: null });
    if (row.judged !== null && row.judged.to >= end - lengthMs)
      judgingSpans.push({ key: row, from: row.judged.from, to: row.judged.to, row });
  }
  for (const { work, key, startedAt } of running) {
    start = Math.min(start, startedAt);
    (work === 'ask' ? requestSpans : judgingSpans).push({ key, from: startedAt, to: now, row: null });
  }
  const from = Math.max(start, end - lengthMs);
  const clipped = (spans: readonly TimelineSpan[]): readonly TimelineSpan[] =>
    spans.filter((span) => span.to >= from).sort((one, other) => one.from - other.from);
  const [clippedRequests, clippedJudging] = [clipped(requestSpans), clipped(judgingSpans)];
  return {
    from,
    to: end,
    lanes: { ask: inLanes(clippedRequests), judge: inLanes(clippedJudging) },
    busy: busyShares(clippedRequests, clippedJudging, from, end),
  };
}

/**
 * Puts each span into the first free lane.
 * @param spans sorted by their start
 */
function inLanes(spans: readonly TimelineSpan[]): readonly (readonly TimelineSpan[])[] {
  const lanes: TimelineSpan[][] = [];
  for (const span of spans) {
    const freeLane = lanes.find((lane) => lane.at(-1)!.to <= span.from);
    if (freeLane === undefined) lanes.push([span]);
    else freeLane.push(span);
  }
  return lanes;
}

/** Returns the bars of a lane: at most one begins in each of `slots` equal parts of the time. */
export function barsOf(
  lane: readonly TimelineSpan[],
  { from, to }: Pick<Timeline, 'from' | 'to'>,
  slots: number,
): readonly TimelineBar[] {
  const bars: TimelineBar[] = [];
  let last = -1;
  for (const span of lane.toSorted((one, other) => one.from - other.from)) {
    const slot = Math.floor((slots * (Math.max(from, span.from) - from)) / Math.max(1, to - from));
    const verdict = span.row?.judged?.verdict;
    const previousBar = slot === last ? bars.pop() : undefined;
    last = slot;
    if (previousBar === undefined)
      bars.push({ key: span.key, from: span.from, to: span.to, samples: 1, verdict });
    else
      bars.push({
        ...previousBar,
        to: Math.max(previousBar.to, span.to),
        samples: previousBar.samples + 1,
        verdict: previousBar.verdict === verdict ? verdict : undefined,
      });
  }
  return bars;
}

/** @param asking sorted by start, as is `judging` */
function busyShares(
  asking: readonly TimelineSpan[],
  judging: readonly TimelineSpan[],
  from: number,
  to: number,
): Timeline['busy'] {
  const [requestStretches, judgingStretches] = [stretches(asking, from, to), stretches(judging, from, to)];
  const duration = Math.max(1, to - from);
  return {
    ask: lengthOf(requestStretches) / duration,
    judge: lengthOf(judgingStretches) / duration,
    both: overlap(requestStretches, judgingStretches) / duration,
  };
}

/** A period without a gap, in milliseconds since 1970. */
type Stretch = [from: number, to: number];

function stretches(spans: readonly TimelineSpan[], from: number, to: number): readonly Stretch[] {
  const merged: Stretch[] = [];
  for (const span of spans) {
    const [overlapStart, end] = [Math.max(from, span.from), Math.min(to, span.to)];
    const last = merged.at(-1);
    if (last === undefined || overlapStart > last[1]) merged.push([overlapStart, end]);
    else last[1] = Math.max(last[1], end);
  }
  return merged;
}

function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0);
}

function overlap(first: readonly Stretch[], second: readonly Stretch[]): number {
  let [length, at] = [0, 0];
  for (const [from, to] of first) {
    while (at < second.length && second[at]![1] <= from) at += 1;
    // A span that ends after this one may overlap the next.
    for (let next = at; next < second.length && second[next]![0] < to; next++)
      length += Math.min(to, second[next]![1]) - Math.max(from, second[next]![0]);
  }
  return length;
}
