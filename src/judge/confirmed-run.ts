/**
 * One program on all of its tests, however many sessions that takes. A time-out that was disturbed, or a death of the
 * whole sandbox, counts only when it happens again with nothing else running beside it: the first may be a neighbour's
 * fault. A time-out that is disturbed even then has a last try, with as long as on the slowest machines. So does any
 * end of which nobody knows whose it was: there, all tests that it may have been run alone, one by one, and what ends
 * one of those is its own.
 */
import { keepsState } from './execution.ts';
import type { AbsentPackage } from './packages/package-index.ts';
import type { Program, Runner, RunLimits, Session, SessionWatch } from './runner.ts';
import { firstBatch, mustBeConfirmed, runStretch, type Late, type StretchEnd } from './stretch.ts';
import type { TestEnd } from './test-verdict.ts';

/** Positions count the tests in the order they run. */
export interface ConfirmedRun {
  readonly program: Program;
  readonly limits: RunLimits;
  readonly inputs: readonly string[];
  /** Nothing runs after the first test that does not pass. */
  readonly stopsEarly: boolean;
  /** Nothing runs after a test that took all of its time. */
  readonly stopsAtTimeOut?: boolean;
  /** One failure decides the reward; no end has to be confirmed after it. True unless given. */
  readonly failureDecides?: boolean;
  /** The reward is decided before anything runs. */
  readonly decided?: boolean;
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  /** Called once per test, in order, with what counts; says whether the test passed. */
  readonly onEnd: (position: number, end: ConfirmedEnd) => boolean | Promise<boolean>;
  /** The test at `position`, or one of those soon after it, is run again, alone, before its end counts. */
  readonly onConfirming?: (position: number) => void;
  /** Its indices are positions. */
  readonly watch?: SessionWatch;
}

export interface ConfirmedEnd {
  readonly outcome: TestEnd;
  /** Null where nothing ran. */
  readonly milliseconds: number | null;
  /** What the program imports and this device does not have. */
  readonly absent: readonly AbsentPackage[];
}

/**
 * Ends early when stopped, and when the judge itself lost a test: then tests are left without an end.
 * @returns the largest time factor that a session had, ≥ 1
 */
export async function runConfirmed(runner: Runner, run: ConfirmedRun): Promise<number> {
  const { program, limits, inputs, stopsEarly, stopsAtTimeOut = false, signal, urgent } = run;
  const { failureDecides = true, onEnd, onConfirming, watch } = run;
  const isShared = keepsState(program.execution);
  let next = 0;
  /** Tests, from `next` on, that are run alone; 0 for none. */
  let confirming = 0;
  /** The last try of the first of them. */
  let isPatient = false;
  let decided = run.decided ?? false;
  let timeFactor = 1;
  let late = null as Late | null;
  let absent: readonly AbsentPackage[] = [];
  let hasLoaded = false;
  const noted = (passed: boolean): boolean => {
    decided ||= failureDecides && !passed;
    return passed;
  };
  const report = (position: number, end: TestEnd, milliseconds: number | null) => {
    const outcome = confirming > 0 ? ofAnotherTry(end) : end;
    const passed = onEnd(position, { outcome, milliseconds, absent });
    return typeof passed === 'boolean' ? noted(passed) : passed.then(noted);
  };
  while (next < inputs.length && !signal.aborted) {
    if (late !== null && next === late.position) {
      const { outcome } = late;
      late = null;
      confirming = !decided && mustBeConfirmed(outcome) ? 1 : 0;
      if (confirming === 0) {
        await report(next, outcome, null);
        next += 1;
        if (stopsEarly || outcome.type === 'lost' || (stopsAtTimeOut && outcome.type === 'timed-out')) break;
        continue;
      }
      onConfirming?.(next);
    }
    const tests = {
      inputs,
      // Where tests see what earlier ones left behind, a second try begins at the first of them.
      from: isShared ? 0 : next,
      end: confirming > 0 && (isPatient || !isShared) ? next + confirming : (late?.position ?? inputs.length),
      stopsEarly,
    };
    const opening = firstBatch(tests);
    const turn = { signal, urgent, alone: confirming > 0 };
    const ahead = { inputs: opening, first: tests.from };
    const mine = isPatient ? { ...limits, isPatient } : limits;
    const session: Session = await runner.open(program, mine, turn, watch, ahead);
    absent = session.absent;
    const isLoaded = session.loaded.type === 'loaded';
    // What loaded before does it again: a busy moment must not end its other tests.
    const isSurprising = hasLoaded && !isLoaded;
    hasLoaded ||= isLoaded;
    const end: StretchEnd = await runStretch(session, {
      ...tests,
      next,
      opening,
      // What happens alone is nobody else's fault; only the machine may still have been slow.
      isFinal: ({ type }) =>
        isPatient || (confirming > 0 && type !== 'timed-out') || (decided && !isSurprising),
      stopsAtTimeOut,
      signal,
      report,
    }).finally(() => session.close());
    timeFactor = Math.max(timeFactor, session.timeFactor);
    if (end.over) break;
    next = end.next;
    if (isPatient && end.unconfirmed > 0) {
      // Alone, all ends have their place.
      await report(next, { type: 'lost', cause: 'the sandbox lost count of the tests' }, null);
      break;
    }
    isPatient = confirming > 0 && end.unconfirmed > 0;
    confirming = end.unconfirmed;
    late = end.late ?? late;
    if (confirming > 0) onConfirming?.(next);
  }
  return timeFactor;
}

/** A time-out that counts at once says so; this one was run again. */
function ofAnotherTry(end: TestEnd): TestEnd {
  if (end.type !== 'timed-out') return end;
  const { undisturbed: _atOnce, ...rest } = end;
  return rest;
}
