/** A stretch of tests in one session, in growing batches; what is final is reported as it comes in. */
import type { LoadOutcome, Session, TestOutcome } from './runner.ts';
import type { TestEnd } from './test-verdict.ts';

/** Positions count the tests of a run in the order they run. */
export interface Stretch {
  /** Of all tests of the run. */
  readonly inputs: readonly string[];
  /** Position to run from; what lies before `next` was reported already and runs for its effects only. */
  readonly from: number;
  /** First position to report. */
  readonly next: number;
  /** Position after the last. */
  readonly end: number;
  /** A time-out counts at once: it is the second, or the reward is decided anyway. */
  readonly final: boolean;
  /** The first failure ends the run. */
  readonly stopsEarly: boolean;
  readonly signal: AbortSignal;
  /** Called for each position from `next` on: makes its result known, and says whether the test passed. */
  readonly report: (position: number, outcome: TestEnd, milliseconds: number | null) => boolean;
}

export interface StretchEnd {
  /** Nothing more is to be run. */
  readonly over: boolean;
  /** Test `next` failed in a way that must be confirmed, and was not reported. */
  readonly unconfirmed: boolean;
  readonly next: number;
}

/** Tests handed over at once when the first failure ends the run: growing, so that little runs in vain. */
const FIRST_BATCH = 2;
const LARGEST_BATCH = 32;

export async function runStretch(session: Session, stretch: Stretch): Promise<StretchEnd> {
  const { final, inputs, report, signal, stopsEarly } = stretch;
  let next = stretch.next;
  if (session.loaded.type !== 'loaded') {
    if (!final && mustBeConfirmed(session.loaded)) return { over: false, unconfirmed: true, next };
    // A program that does not load fails its first test; the others have nothing to run.
    report(next, session.loaded, null);
    return { over: true, unconfirmed: false, next };
  }
  let ran = stretch.from;
  let over = false;
  let unconfirmed = false;
  let size = stopsEarly ? FIRST_BATCH : LARGEST_BATCH;
  while (ran < stretch.end && !over && !unconfirmed && !session.ended && !signal.aborted) {
    const first = ran;
    const batch = inputs.slice(first, Math.min(stretch.end, first + size));
    await session.run(batch, first, (position, outcome, milliseconds) => {
      if (over || unconfirmed || signal.aborted || position >= stretch.end) return;
      ran = position + 1;
      if (position < next) return;
      unconfirmed = !final && mustBeConfirmed(outcome);
      if (unconfirmed) return;
      const passed = report(position, outcome, milliseconds);
      next = position + 1;
      // What the judge itself lost would be lost again.
      over = outcome.type === 'lost' || (stopsEarly && !passed);
    });
    // A batch that brought nothing would bring nothing again.
    if (ran === first) over = !unconfirmed;
    size = Math.min(LARGEST_BATCH, size * 2);
  }
  return { over: over || (next === stretch.next && !unconfirmed), unconfirmed, next };
}

function mustBeConfirmed(outcome: LoadOutcome | TestOutcome): boolean {
  return outcome.type === 'timed-out' || outcome.type === 'sandbox-died';
}
