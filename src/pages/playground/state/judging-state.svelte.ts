import { errorMessage } from '../../../base/error-message.ts';
import type { Problem } from '../../../domain/problem.ts';
import { judgeError, type JudgeReport, type TestResult } from '../../../domain/verdict.ts';
import type { SubmissionJudge } from '../../../judge/judge.ts';
import type { TimeCheck } from '../../../judge/run-tests.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import { STANDARD } from '../../../judge/profiles/profiles.ts';
import { testsLeft } from '../../../judge/tests-left.ts';
import { firstFailureDecides } from '../../../judge/profiles/scores.ts';
import { judgedTexts, type Judgement, type TestScope } from '../../../domain/judgement.ts';
import type { Submission } from '../../../domain/submission.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';

/** A test that has been running for a while. */
export interface SlowTest {
  /** Null while the program loads. */
  readonly index: number | null;
  readonly milliseconds: number;
  /** The factor by which the time limit of the test is multiplied on this machine. */
  readonly timeFactor: number;
}

const TICK_MILLISECONDS = 100;

/** The running time of a slow test. A timer updates it while a test is slow. */
export class RunningClock {
  #timer: ReturnType<typeof setInterval> | undefined;
  #timeFactor = 1;
  #slowTest = $state.raw<SlowTest | null>(null);

  get slowTest(): SlowTest | null {
    return this.#slowTest;
  }

  /** Called when an interpreter starts the program. */
  begin(timeFactor: number): void {
    this.rest();
    this.#timeFactor = timeFactor;
  }

  /** @param milliseconds since the test began */
  show(index: number | null, milliseconds: number): void {
    this.rest();
    const startTime = performance.now() - milliseconds;
    const timeFactor = this.#timeFactor;
    const tick = (): void => {
      this.#slowTest = { index, milliseconds: performance.now() - startTime, timeFactor };
    };
    tick();
    this.#timer = setInterval(tick, TICK_MILLISECONDS);
  }

  /** Called when the test has ended. */
  rest(): void {
    clearInterval(this.#timer);
    this.#slowTest = null;
  }
}

export interface Judged {
  readonly problem: Problem;
  readonly submission: Submission;
  readonly profile: Profile;
}

/** Judges one submission at a time. Provides its results as they arrive, then its report. */
export class JudgingState {
  readonly #judge: SubmissionJudge;
  #callNumber = 0;
  #controller: AbortController | null = null;
  running = $state(false);
  scope = $state<TestScope>('all');
  /** The rules of the judging in progress. */
  profile = $state.raw<Profile>(STANDARD);
  #results = $state.raw<readonly TestResult[]>([]);
  /** Null until the judging has ended. */
  record = $state.raw<Judgement | null>(null);
  /** Whether the report is from this visit, not from the storage. */
  isFresh = $state(false);
  /** Index of the test that is being retried. Its time-out is not final yet. */
  retrying = $state<number | null>(null);
  /** The check of the retried test's time-out; null if no test is being retried, or if it did not time out. */
  check = $state.raw<TimeCheck | null>(null);
  /** The submission, problem and rules of the record; null if unknown. */
  #source: Judged | null = null;
  /** Number of tests that did not run and can still be run. */
  remainingCount = $state(0);
  readonly #clock = new RunningClock();

  constructor(judge: SubmissionJudge) {
    this.#judge = judge;
  }

  /** The slow test that is running, or null if there is none. */
  get slowTest(): SlowTest | null {
    return this.#clock.slowTest;
  }

  /** The failed test that decides the reward while other tests still run, or null if there is none. */
  get decidingResult(): TestResult | null {
    if (!firstFailureDecides(this.profile.score)) return null;
    return this.results.find(({ verdict }) => verdict !== 'accepted' && verdict !== 'not-run') ?? null;
  }

  /** The judged submission; null if unknown. */
  get submission(): Submission | null {
    return this.#source?.submission ?? null;
  }

  /** Results in the order of the tests. During judging, tests that have not run are missing. */
  get results(): readonly TestResult[] {
    return this.record?.report.tests ?? this.#results;
  }

  /** Judges a submission. Resolves with null if another submission was judged or shown in the meantime. */
  async run(
    problem: Problem,
    submission: Submission,
    scope: TestScope,
    profile: Profile,
  ): Promise<Judgement | null> {
    this.clear();
    this.scope = scope;
    return this.#run({ problem, submission, profile }, null);
  }

  /**
   * Runs the remaining tests on the judged submission. Also resolves with null if no test remains, or if it was
   * stopped; the earlier verdict is then kept.
   */
  async runRest(): Promise<Judgement | null> {
    const source = this.#source;
    const earlierJudgement = this.record;
    if (source === null || earlierJudgement === null || this.remainingCount === 0) return null;
    this.clear();
    return this.#run(source, earlierJudgement);
  }

  async #run(source: Judged, earlierJudgement: Judgement | null): Promise<Judgement | null> {
    const { problem, submission, profile } = source;
    const callNumber = this.#callNumber;
    const controller = (this.#controller = new AbortController());
    const scope = this.scope;
    this.profile = profile;
    this.running = true;
    const startedAt = performance.now();
    let waitedMilliseconds = earlierJudgement?.waitedMilliseconds ?? null;
    const results = earlierJudgement?.report.tests.filter(({ verdict }) => verdict !== 'not-run') ?? [];
    this.#results = [...results];
    const throttle = new RedrawThrottle(() => {
      if (callNumber === this.#callNumber) this.#results = [...results];
    });
    const options = {
      signal: controller.signal,
      tests: scope,
      profile,
      // The first failure decides the reward and is shown at once. The other tests still run, because their results are
      // useful to users.
      stopAtFirstFailure: false,
      // A time-out stops judging, so that users do not wait until every test reaches its limit.
      stopAtTimeOut: earlierJudgement === null,
      ...(earlierJudgement === null ? {} : { goOnFrom: earlierJudgement.report }),
      onBegun: (timeFactor: number) => {
        waitedMilliseconds ??= performance.now() - startedAt;
        if (callNumber === this.#callNumber) this.#clock.begin(timeFactor);
      },
      onSlow: (index: number | null, milliseconds: number) => {
        if (callNumber === this.#callNumber) this.#clock.show(index, milliseconds);
      },
      onRetry: (index: number, check: TimeCheck | null) => {
        if (callNumber !== this.#callNumber) return;
        this.retrying = index;
        this.check = check;
        this.#clock.rest();
      },
      onTest: (result: TestResult) => {
        if (callNumber === this.#callNumber) this.#endRetry();
        results.push(result);
        throttle.request();
      },
    };
    let report: JudgeReport;
    try {
      report = await this.#judge.judge(problem, submission, options);
    } catch (error) {
      report = judgeError({
        problemId: problem.id,
        profile: profile.name,
        error: errorMessage(error),
        tests: results,
        testsTotal: problem.tests.length,
      });
    }
    if (callNumber !== this.#callNumber) return null;
    // The decisive verdict is kept, even if the remaining tests are stopped or the judge fails.
    if (earlierJudgement !== null && (report.flags.includes('stopped') || report.verdict === 'judge-error')) {
      this.show(earlierJudgement, source);
      return null;
    }
    this.#endRetry();
    this.running = false;
    this.isFresh = true;
    this.#source = source;
    this.remainingCount = testsLeft(report, problem, scope);
    const milliseconds = (earlierJudgement?.milliseconds ?? 0) + performance.now() - startedAt;
    const { kind } = submission;
    this.record = {
      report,
      kind,
      scope,
      ...(kind === 'program' && { program: submission.code }),
      texts: judgedTexts(problem, submission),
      milliseconds,
      ...(waitedMilliseconds && { waitedMilliseconds }),
    };
    return this.record;
  }

  /** Stops judging. The report contains the flag `stopped`. */
  stop(): void {
    this.#controller?.abort();
  }

  /**
   * Shows a report of an earlier visit.
   * @param source its submission, if known; tests that have not run can then be run
   */
  show(record: Judgement, source: Judged | null): void {
    this.clear();
    this.scope = record.scope;
    this.record = record;
    this.#source = source;
    this.remainingCount = source === null ? 0 : testsLeft(record.report, source.problem, record.scope);
  }

  clear(): void {
    this.#callNumber++;
    this.stop();
    this.running = false;
    this.isFresh = false;
    this.#endRetry();
    this.#results = [];
    this.record = null;
    this.#source = null;
    this.remainingCount = 0;
  }

  #endRetry(): void {
    this.retrying = null;
    this.check = null;
    this.#clock.rest();
  }
}
