/** The report of a preparation as JSON: the funnel, and every problem that was dropped. */
import type { Prepared } from './prepare.ts';

export interface FunnelOutcome {
  readonly prepared: Prepared;
  /** How many problems lost tests. */
  readonly shortened: number;
}

/** A line for each problem that was dropped. @param read what is to be said of where the problems came from */
export function* funnelReport({ prepared, shortened }: FunnelOutcome, read: object): Generator<string> {
  yield '{"dropped":[';
  for (const [nth, { id, step, reason }] of prepared.dropped.entries())
    yield `${nth === 0 ? ' ' : ','}${JSON.stringify({ id, step, reason: reason })}`;
  const funnel = prepared.funnel.map(({ name, before, dropped }) => ({ step: name, before, dropped }));
  const rest = { funnel, shortened, train: prepared.train.length, test: prepared.test.length, ...read };
  yield `],${JSON.stringify(rest).slice(1)}`;
}
