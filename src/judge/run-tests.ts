/**
 * Runs one program on all of its tests, in as many sessions as needed. `ruling` decides whether a time-out or a
 * crash of the sandbox counts against the program, or the test is retried. Retries of a program take the place of
 * its first attempt, so they run in parallel with other programs. Only the last retry, with the largest time limit
 * (`patient`), runs alone.
 */
import { keepsState } from './profiles/execution.ts';
import { LARGEST_TIME_FACTOR } from './time-factor.ts';
import { ruling, slowdownOf, type Attempt, type Evidence } from './ruling.ts';
import type {
  LoadOutcome,
  Program,
  Runner,
  RunLimits,
  Session,
  SessionWatch,
  TestOutcome,
} from './runner.ts';
import { lacksPackage, type CountedEnd } from './test-verdict.ts';

/** What `runTests` needs. A position is the index of a test in the order the tests run. */
export interface TestRun {
  readonly program: Program;
  readonly limits: RunLimits;
  readonly inputs: readonly string[];
  /** Whether to run no test after the first that fails. */
  readonly stopsEarly: boolean;
  /** Whether to run no test after a time-out. */
  readonly stopsAtTimeOut?: boolean;
  /** Whether one failure decides the reward, so that nothing is retried after it. Default: true. */
  readonly failureDecides?: boolean;
  /** Whether the reward is decided before any test runs. */
  readonly isDecided?: boolean;
  /** Whether tests are retried. Default: true. */
  readonly retries?: boolean;
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  /**
   * Called once per test, in order, with its final end. Returns whether the test passed. The next result waits for
   * it.
   */
  readonly onEnd: (position: number, end: CountedEnd) => boolean | Promise<boolean>;
  /** Called when the test at `position` is retried. `check` is null for a crash of the sandbox. */
  readonly onRetry?: (position: number, check: TimeCheck | null) => void;
  /** The callbacks receive positions instead of the indices of the tests in the problem. */
  readonly watch?: SessionWatch;
}

/** The retries of a test that timed out, which show whether this machine caused the time-out. */
export interface TimeCheck {
  /** The longest time that the retries can take, not counting the wait for other programs. */
  readonly seconds: number;
  /**
   * Cancels the retries and accepts the time-out as final, without confirmation. Has no effect after a retry has
   * ended.
   */
  readonly accept: () => void;
}

/** One attempt at a test. */
interface TestTrial {
  readonly attempt: Attempt;
  /** The `stretch` that `ruling` receives. */
  readonly stretch: number;
  /** The factor by which time limits are multiplied; undefined for the one measured on this machine. */
  readonly timeFactor: number | undefined;
}

/** The next step after a session. A retry contains the end that it checks. */
type Next = 'over' | 'go-on' | Retry;

interface Retry {
  readonly trial: TestTrial;
  /** The time-out that is retried; null for a crash of the sandbox, and for a test that ran only for its effects. */
  readonly checks: (CountedEnd & { readonly seconds: number }) | null;
}

/**
 * Runs the tests. Ends early if the signal aborts, or if the judge itself fails on a test. The remaining tests then
 * have no end.
 * @returns the largest time factor of a session, ≥ 1
 */
export async function runTests(runner: Runner, run: TestRun): Promise<number> {
  const { program, limits, inputs, signal, urgent, watch } = run;
  const isShared = keepsState(program.execution, program.mode);
  const firstTrial = trialOf('first', limits);
  const progress: TestProgress = {
    next: 0,
    trial: firstTrial,
    isDecided: run.isDecided ?? false,
    hasLoaded: false,
  };
  let timeFactor = 1;
  /** The time-out that the current trial checks. */
  let check = null as Check | null;
  while (progress.next < inputs.length && !signal.aborted) {
    const attemptSignal: AbortSignal = check?.signal ?? signal;
    const { attempt, timeFactor: factor } = progress.trial;
    const isPatient = attempt === 'patient';
    // If tests see the state that earlier tests left, a retry starts at the first test.
    const startPosition = isShared ? 0 : progress.next;
    const endPosition = isPatient ? progress.next + 1 : inputs.length;
    const firstInputs = batchOf(
      inputs,
      startPosition,
      Math.min(endPosition, startPosition + firstSize(run.stopsEarly)),
    );
    const session = await runner.open(
      program,
      { ...limits, ...(factor !== undefined && { timeFactor: factor }) },
      { signal: attemptSignal, urgent, alone: isPatient },
      watch,
      { inputs: firstInputs, first: startPosition },
    );
    // A retry that the user stopped while its session opened reports no end.
    const afterSession: Next =
      attemptSignal.aborted && !signal.aborted
        ? 'go-on'
        : await runSession(session, { ...run, signal: attemptSignal }, progress, {
            start: startPosition,
            end: endPosition,
            firstInputs,
          }).finally(() => session.close());
    session.close();
    timeFactor = Math.max(timeFactor, session.timeFactor);
    const next: Next = (await check?.settle(progress)) ?? afterSession;
    check?.forget();
    check = null;
    if (next === 'over') break;
    if (next === 'go-on') progress.trial = firstTrial;
    else {
      progress.trial = next.trial;
      check = next.checks && new Check(run, progress.next, next.checks);
      run.onRetry?.(progress.next, check);
    }
  }
  return timeFactor;
}

/** A retried time-out, which the user can accept during the retry. */
class Check implements TimeCheck {
  readonly seconds: number;
  readonly #run: TestRun;
  readonly #position: number;
  readonly #checkedEnd: NonNullable<Retry['checks']>;
  readonly #retryAbort = new AbortController();
  readonly #abortRetry = (): void => this.#retryAbort.abort();
  #isAccepted = false;

  constructor(run: TestRun, position: number, checkedEnd: NonNullable<Retry['checks']>) {
    this.#run = run;
    this.#position = position;
    this.#checkedEnd = checkedEnd;
    this.seconds = checkedEnd.seconds;
    run.signal.addEventListener('abort', this.#abortRetry);
  }

  /** Aborts the retry. It is aborted when the run is stopped, too. */
  get signal(): AbortSignal {
    return this.#retryAbort.signal;
  }

  readonly accept = (): void => {
    this.#isAccepted = true;
    this.#retryAbort.abort();
  };

  /** Makes the time-out final if the user accepted it. Returns null if not, or if the retry has ended by itself. */
  async settle(progress: TestProgress): Promise<'over' | 'go-on' | null> {
    const run = this.#run;
    if (!this.#isAccepted || run.signal.aborted || progress.next !== this.#position) return null;
    const { outcome, milliseconds, absent } = this.#checkedEnd;
    const isLoading = milliseconds === null;
    await reportEnd(run, progress, { outcome, milliseconds, absent, isUnconfirmed: true });
    return isLoading || run.stopsEarly || run.stopsAtTimeOut === true ? 'over' : 'go-on';
  }

  forget(): void {
    this.#run.signal.removeEventListener('abort', this.#abortRetry);
  }
}

/**
 * Reports the end of the next test.
 * @returns whether the test passed
 */
async function reportEnd(run: TestRun, progress: TestProgress, end: CountedEnd): Promise<boolean> {
  const position = progress.next;
  const answer = run.onEnd(position, end);
  const hasPassed = typeof answer === 'boolean' ? answer : await answer;
  progress.isDecided ||= (run.failureDecides ?? true) && !hasPassed;
  progress.next = position + 1;
  progress.trial = trialOf('first', run.limits);
  return hasPassed;
}

/** State shared by the sessions of a program. */
interface TestProgress {
  /** Position of the first test without a final end. */
  next: number;
  /** The trial of the test at `next`. */
  trial: TestTrial;
  isDecided: boolean;
  /** Whether the program loaded in an earlier session. */
  hasLoaded: boolean;
}

/** The tests of one session. Those before `progress.next` run only for their effects. */
interface TestRange {
  readonly start: number;
  readonly end: number;
  readonly firstInputs: readonly string[];
}

/**
 * Number of tests in the first batch if the first failure ends the run. The batches grow, so that few tests run in
 * vain.
 */
const FIRST_BATCH = 8;
const LARGEST_BATCH = 1024;
/**
 * Milliseconds for which tests may go on running after a failure, although their results are not needed. Stopping
 * them would cost a worker more time.
 */
const VAIN_MILLISECONDS = 50;
const LARGEST_BATCH_CHARACTERS = 1 << 20;

async function runSession(
  session: Session,
  run: TestRun,
  progress: TestProgress,
  { start, end, firstInputs }: TestRange,
): Promise<Next> {
  const { inputs, signal, stopsEarly, stopsAtTimeOut = false, retries = true } = run;
  const { absent } = session;
  /** Returns the retry that follows an end; null if the end is final. */
  const retryOf = (
    outcome: LoadOutcome | TestOutcome,
    milliseconds: number | null,
    isReplay = false,
  ): Retry | null => {
    if (!retries || (outcome.type !== 'timed-out' && outcome.type !== 'sandbox-died')) return null;
    const evidence = outcome.type === 'timed-out' ? outcome.evidence : null;
    const trial = retryAfter(evidence, progress.trial, run.limits);
    if (trial === null) return null;
    if (evidence === null || isReplay) return { trial, checks: null };
    const seconds = mostSeconds(trial, evidence, run.limits);
    return { trial, checks: { outcome, milliseconds, absent, seconds } };
  };
  const report = async (outcome: TestOutcome, milliseconds: number | null): Promise<boolean> => {
    const isUndisturbed =
      outcome.type === 'timed-out' &&
      progress.trial.attempt === 'first' &&
      ruling(outcome.evidence, 'first') === 'counts';
    return reportEnd(run, progress, { outcome, milliseconds, absent, isUndisturbed });
  };
  if (session.loaded.type !== 'loaded') {
    // A program that loaded before can load again, so a failed load is retried to run its other tests.
    const isDecided = progress.isDecided && !progress.hasLoaded;
    const retry = isDecided ? null : retryOf(session.loaded, null);
    if (retry !== null) return retry;
    // A program that does not load fails its first test, and the others cannot run.
    await report(session.loaded, null);
    return 'over';
  }
  progress.hasLoaded = true;
  const startPosition = progress.next;
  let nextPosition = start;
  let size = firstSize(stopsEarly);
  let result = null as Next | null;
  while (nextPosition < end && result === null && !session.ended && !signal.aborted) {
    const batchStart = nextPosition;
    const batch =
      batchStart === start ? firstInputs : batchOf(inputs, batchStart, Math.min(end, batchStart + size));
    let batchMilliseconds = 0;
    let lastReport: Promise<void> = Promise.resolve();
    const takeEnd = async (position: number, outcome: TestOutcome, milliseconds: number): Promise<void> => {
      if (result !== null || signal.aborted || position !== nextPosition) return;
      const isReplay = position < progress.next;
      const isDecided = progress.isDecided && !isReplay;
      const retry = isDecided ? null : retryOf(outcome, milliseconds, isReplay);
      if (retry !== null) {
        result = retry;
        session.close();
        return;
      }
      nextPosition = position + 1;
      // The end of this test is already final.
      if (isReplay) return;
      const hasPassed = await report(outcome, milliseconds);
      const isOver =
        outcome.type === 'lost' ||
        (stopsEarly && !hasPassed) ||
        // The other tests would fail for the same reason.
        lacksPackage(absent, outcome) ||
        (stopsAtTimeOut && outcome.type === 'timed-out');
      if (!isOver) return;
      result = 'over';
      // The remaining tests of the batch are not needed.
      session.close();
    };
    await session.run(batch, batchStart, (...testEnd) => {
      batchMilliseconds += testEnd[2];
      lastReport = lastReport.then(() => takeEnd(...testEnd));
    });
    await lastReport;
    // A batch without results would have none if it were repeated.
    if (nextPosition === batchStart) result ??= 'over';
    const batchForBudget = Math.floor((VAIN_MILLISECONDS * batch.length) / batchMilliseconds);
    size = Math.min(LARGEST_BATCH, Math.max(size * 2, batchForBudget));
  }
  // A session without results would have none if it were repeated.
  return result ?? (progress.next > startPosition ? 'go-on' : 'over');
}

/** Returns a trial with the limit of this machine, or the limit that the user has chosen. */
function trialOf(attempt: Attempt, { timeFactor }: RunLimits): TestTrial {
  return { attempt, stretch: 1, timeFactor };
}

/** Returns the next trial after one with this evidence; null if its end is final. */
function retryAfter(evidence: Evidence | null, trial: TestTrial, limits: RunLimits): TestTrial | null {
  const nextStep = ruling(evidence, trial.attempt, trial.stretch);
  if (nextStep === 'counts') return null;
  const patientTrial: TestTrial = {
    ...trialOf('patient', limits),
    timeFactor: limits.timeFactor ?? LARGEST_TIME_FACTOR,
  };
  if (nextStep === 'retry-patient' || evidence === null) return patientTrial;
  const factor = evidence.limit / (1000 * limits.timeSeconds);
  // A factor that the user has chosen is not changed.
  const maxStretch = limits.timeFactor === undefined ? LARGEST_TIME_FACTOR / factor : 1;
  const stretch = Math.min(slowdownOf(evidence), maxStretch);
  if (stretch > 1) return { attempt: 'retry', stretch, timeFactor: factor * stretch };
  // A retry with the same limit.
  return trial.attempt === 'retry' ? patientTrial : trialOf('retry', limits);
}

/** The longest time that a trial can take, including a `patient` one that may follow, in seconds. */
function mostSeconds({ attempt, timeFactor }: TestTrial, { limit }: Evidence, limits: RunLimits): number {
  const patientSeconds = (limits.timeFactor ?? LARGEST_TIME_FACTOR) * limits.timeSeconds;
  if (attempt === 'patient') return patientSeconds;
  return patientSeconds + (timeFactor === undefined ? limit / 1000 : timeFactor * limits.timeSeconds);
}

function firstSize(stopsEarly: boolean): number {
  return stopsEarly ? FIRST_BATCH : LARGEST_BATCH;
}

/** Returns as many inputs as fit into a message of reasonable size, at least one. */
function batchOf(inputs: readonly string[], first: number, end: number): readonly string[] {
  let characters = 0;
  let last = first;
  while (last < end && (last === first || characters + inputs[last]!.length <= LARGEST_BATCH_CHARACTERS)) {
    characters += inputs[last]!.length;
    last += 1;
  }
  return inputs.slice(first, last);
}
