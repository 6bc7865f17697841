/**
 * One program on all of its tests, however many sessions that takes. A time-out, or a death of the whole sandbox,
 * counts only when it happens again with nothing else running beside it: the first may be a neighbour's fault.
 */
import type { AbsentPackage } from './packages/package-index.ts';
import type { Program, Runner, RunLimits } from './runner.ts';
import { mustBeConfirmed, runStretch, type Late } from './stretch.ts';
import type { TestEnd } from './test-verdict.ts';

/** Positions count the tests in the order they run. */
export interface ConfirmedRun {
  readonly program: Program;
  readonly limits: RunLimits;
  readonly inputs: readonly string[];
  /** Nothing runs after the first test that does not pass. */
  readonly stopsEarly: boolean;
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  /** Called once per test, in order, with what counts; says whether the test passed. */
  readonly onEnd: (position: number, end: ConfirmedEnd) => boolean | Promise<boolean>;
  /** The test at `position` is run again, alone, before its end counts. */
  readonly onConfirming?: (position: number) => void;
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
  const { program, limits, inputs, stopsEarly, signal, urgent, onEnd, onConfirming } = run;
  const keepsState = program.execution === 'rllm' || program.execution === 'lcb';
  let next = 0;
  let confirming = false;
  let decided = false;
  let timeFactor = 1;
  let late = null as Late | null;
  let absent: readonly AbsentPackage[] = [];
  const noted = (passed: boolean): boolean => {
    decided ||= !passed;
    return passed;
  };
  const report = (position: number, outcome: TestEnd, milliseconds: number | null) => {
    const passed = onEnd(position, { outcome, milliseconds, absent });
    return typeof passed === 'boolean' ? noted(passed) : passed.then(noted);
  };
  while (next < inputs.length && !signal.aborted) {
    if (late !== null && next === late.position) {
      const { outcome } = late;
      late = null;
      confirming = !decided && mustBeConfirmed(outcome);
      if (!confirming) {
        await report(next, outcome, null);
        next += 1;
        if (stopsEarly || outcome.type === 'lost') break;
        continue;
      }
      onConfirming?.(next);
    }
    const session = await runner.open(program, limits, { signal, urgent, alone: confirming });
    absent = session.absent;
    const end = await runStretch(session, {
      inputs,
      // Where tests see what earlier ones left behind, a second try begins at the first of them.
      from: keepsState ? 0 : next,
      next,
      end: confirming && !keepsState ? next + 1 : (late?.position ?? inputs.length),
      final: confirming || decided,
      stopsEarly,
      signal,
      report,
    }).finally(() => session.close());
    timeFactor = Math.max(timeFactor, session.timeFactor);
    if (end.over) break;
    confirming = end.unconfirmed;
    next = end.next;
    late = end.late ?? late;
    if (confirming) onConfirming?.(next);
  }
  return timeFactor;
}
