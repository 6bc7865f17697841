/** A stretch of tests in one session, in growing batches; what is final is reported as it comes in. */
import { MOST_RESULTS } from './protocol/frame-worker.ts';
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
  /** What `firstBatch` gave, where the session was opened with it. */
  readonly opening?: readonly string[];
  /** Whether an end counts that else must be confirmed. One without a place never does. */
  readonly isFinal: (outcome: LoadOutcome | TestEnd) => boolean;
  /** The first failure ends the run. */
  readonly stopsEarly: boolean;
  /** A final time-out ends the run. */
  readonly stopsAtTimeOut?: boolean;
  readonly signal: AbortSignal;
  /**
   * Called for each position from `next` on: makes its result known, and says whether the test passed. While one is
   * being weighed, those that come after it wait.
   */
  readonly report: (
    position: number,
    outcome: TestEnd,
    milliseconds: number | null,
  ) => boolean | Promise<boolean>;
}

export interface StretchEnd {
  /** Nothing more is to be run. */
  readonly over: boolean;
  /**
   * Tests, from `next` on, one of which failed in a way that must be confirmed, and none of which was reported: mostly one, that
   * very test. 0 where there is nothing to confirm.
   */
  readonly unconfirmed: number;
  readonly next: number;
  /** A test after `next` ended the session, and what ran between is without a result. */
  readonly late: Late | null;
}

export interface Late {
  readonly position: number;
  readonly outcome: TestEnd;
}

/** Tests handed over at once when the first failure ends the run: growing, so that little runs in vain. */
const FIRST_BATCH = 8;
const LARGEST_BATCH = 1024;
/** What takes no longer than this may be run in vain: less than a worker has to end what is not wanted. */
const VAIN_MILLISECONDS = 50;
const LARGEST_BATCH_CHARACTERS = 1 << 20;

export async function runStretch(session: Session, stretch: Stretch): Promise<StretchEnd> {
  const { isFinal, inputs, report, signal, stopsEarly, stopsAtTimeOut = false } = stretch;
  let next = stretch.next;
  if (session.loaded.type !== 'loaded') {
    if (!isFinal(session.loaded) && mustBeConfirmed(session.loaded))
      return { over: false, unconfirmed: 1, next, late: null };
    // A program that does not load fails its first test; the others have nothing to run.
    await report(next, session.loaded, null);
    return { over: true, unconfirmed: 0, next, late: null };
  }
  let ran = stretch.from;
  let over = false;
  let unconfirmed = 0;
  let late: Late | null = null as Late | null;
  let size = firstSize(stopsEarly);
  let handedOver = stretch.from;
  const take = (position: number, outcome: TestOutcome, milliseconds: number): Promise<void> | null => {
    if (over || unconfirmed > 0 || signal.aborted || position >= stretch.end) return null;
    if (outcome.type === 'unplaced') {
      const unheard = handedOver - Math.max(position, next);
      unconfirmed = Math.max(1, Math.min(unheard, MOST_RESULTS));
      return null;
    }
    if (position > ran) {
      late = { position, outcome };
      return null;
    }
    ran = position + 1;
    if (position < next) {
      // It was in time before: nothing is known of the tests after it.
      if (outcome.type === 'timed-out' && !isFinal(outcome)) {
        unconfirmed = 1;
        session.close();
      }
      return null;
    }
    const settle = (passed: boolean): void => {
      next = position + 1;
      // What the judge itself lost would be lost again.
      over =
        outcome.type === 'lost' ||
        (stopsEarly && !passed) ||
        (stopsAtTimeOut && outcome.type === 'timed-out');
      // What still runs is not wanted.
      if (over) session.close();
    };
    if (!isFinal(outcome) && mustBeConfirmed(outcome)) {
      unconfirmed = 1;
      session.close();
      return null;
    }
    const passed = report(position, outcome, milliseconds);
    if (typeof passed !== 'boolean') return passed.then(settle);
    settle(passed);
    return null;
  };
  while (ran < stretch.end && !over && unconfirmed === 0 && !session.ended && !signal.aborted) {
    const first = ran;
    const opening = first === stretch.from ? stretch.opening : undefined;
    const batch = opening ?? batchOf(inputs, first, Math.min(stretch.end, first + size));
    handedOver = first + batch.length;
    let took = 0;
    let weighing: Promise<void> | null = null as Promise<void> | null;
    await session.run(batch, first, (...came) => {
      took += came[2];
      weighing = weighing === null ? take(...came) : weighing.then(() => take(...came) ?? undefined);
    });
    await weighing;
    // A batch that brought nothing would bring nothing again.
    if (ran === first && late === null) over = unconfirmed === 0;
    const brief = Math.floor((VAIN_MILLISECONDS * batch.length) / took);
    size = Math.min(LARGEST_BATCH, Math.max(size * 2, brief));
  }
  const isIdle = next === stretch.next && unconfirmed === 0 && late === null;
  return { over: over || isIdle, unconfirmed, next, late };
}

/** What a session is to run first. */
export function firstBatch(
  stretch: Pick<Stretch, 'inputs' | 'from' | 'end' | 'stopsEarly'>,
): readonly string[] {
  const { inputs, from, end, stopsEarly } = stretch;
  return batchOf(inputs, from, Math.min(end, from + firstSize(stopsEarly)));
}

function firstSize(stopsEarly: boolean): number {
  return stopsEarly ? FIRST_BATCH : LARGEST_BATCH;
}

/** As many inputs as fit into a message of reasonable size, one at least. */
function batchOf(inputs: readonly string[], first: number, end: number): readonly string[] {
  let characters = 0;
  let last = first;
  while (last < end && (last === first || characters + inputs[last]!.length <= LARGEST_BATCH_CHARACTERS)) {
    characters += inputs[last]!.length;
    last += 1;
  }
  return inputs.slice(first, last);
}

/** Whether it may have been a neighbour's fault. */
export function mustBeConfirmed(outcome: LoadOutcome | TestEnd): boolean {
  return (outcome.type === 'timed-out' && !outcome.undisturbed) || outcome.type === 'sandbox-died';
}
