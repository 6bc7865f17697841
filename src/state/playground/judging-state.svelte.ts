import { errorMessage } from '../../base/error-message.ts';
import type { Problem } from '../../domain/problem.ts';
import type { JudgeReport, TestResult } from '../../domain/verdict.ts';
import type { JudgePort } from '../../judge/judge.ts';
import type { Profile } from '../../judge/profiles/profile.ts';
import { STANDARD } from '../../judge/profiles/profiles.ts';
import { firstFailureDecides } from '../../judge/profiles/scores.ts';
import type { Judgement, TestScope } from '../../domain/judgement.ts';
import type { Submission, SubmissionKind } from '../../domain/submission.ts';
import { RedrawThrottle } from '../shell/redraw-throttle.ts';

/** One judging at a time: its results as they come in, then its report. */
export class JudgingState {
  readonly #judge: JudgePort;
  readonly #now: () => number;
  #turn = 0;
  #controller: AbortController | null = null;
  #running = $state(false);
  #kind = $state<SubmissionKind>('program');
  #scope = $state<TestScope>('all');
  #profile = $state.raw<Profile>(STANDARD);
  #results = $state.raw<readonly TestResult[]>([]);
  #record = $state.raw<Judgement | null>(null);
  #fresh = $state(false);
  #confirming = $state<number | null>(null);
  #waited = $state(0);
  #lastHeard = 0;

  constructor(judge: JudgePort, now: () => number = () => performance.now()) {
    this.#judge = judge;
    this.#now = now;
  }

  get running(): boolean {
    return this.#running;
  }

  /** What is judged, or was last. */
  get kind(): SubmissionKind {
    return this.#kind;
  }

  get scope(): TestScope {
    return this.#scope;
  }

  /** Whose rules judge, while it runs. */
  get profile(): Profile {
    return this.#profile;
  }

  /** The test that timed out and runs once more, alone, before that counts. */
  get confirming(): number | null {
    return this.#confirming;
  }

  /** Whole seconds since anything was heard of what runs. */
  get waited(): number {
    return this.#waited;
  }

  /** What decides already, while the other tests still run; only where one failure does. */
  get decided(): TestResult | null {
    if (!firstFailureDecides(this.#profile.score)) return null;
    return this.results.find(({ verdict }) => verdict !== 'accepted' && verdict !== 'not-run') ?? null;
  }

  /** In the order of the tests; those not reached are missing while it runs. */
  get results(): readonly TestResult[] {
    return this.#record?.report.tests ?? this.#results;
  }

  /** Null until the judging has ended. */
  get record(): Judgement | null {
    return this.#record;
  }

  /** Whether the report was made in front of the user, and is not one of an earlier visit. */
  get fresh(): boolean {
    return this.#fresh;
  }

  /** Null when something else was judged or shown meanwhile. */
  async run(
    problem: Problem,
    submission: Submission,
    scope: TestScope,
    profile: Profile,
  ): Promise<Judgement | null> {
    this.clear();
    const turn = this.#turn;
    const controller = (this.#controller = new AbortController());
    this.#kind = submission.kind;
    this.#scope = scope;
    this.#profile = profile;
    this.#running = true;
    const startedAt = this.#now();
    this.#heard();
    const clock = setInterval(() => {
      if (turn === this.#turn) this.#waited = Math.floor((this.#now() - this.#lastHeard) / 1000);
    }, 1000);
    const results: TestResult[] = [];
    const throttle = new RedrawThrottle(() => {
      if (turn === this.#turn) this.#results = [...results];
    });
    const options = {
      signal: controller.signal,
      tests: scope,
      profile,
      // The first failure decides, and is said at once; the others are run for whoever learns from them.
      stopAtFirstFailure: false,
      onConfirming: (index: number) => {
        if (turn !== this.#turn) return;
        this.#confirming = index;
        this.#heard();
      },
      onTest: (result: TestResult) => {
        if (turn === this.#turn) {
          this.#confirming = null;
          this.#heard();
        }
        results.push(result);
        throttle.request();
      },
    };
    let report: JudgeReport;
    try {
      report = await this.#judge.judge(problem, submission, options);
    } catch (error) {
      report = brokenReport(problem, profile, results, error);
    }
    clearInterval(clock);
    if (turn !== this.#turn) return null;
    this.#running = false;
    this.#confirming = null;
    this.#fresh = true;
    this.#record = { report, kind: submission.kind, scope, milliseconds: this.#now() - startedAt };
    return this.#record;
  }

  #heard(): void {
    this.#lastHeard = this.#now();
    this.#waited = 0;
  }

  /** Ends the judging; its report says that it was stopped. */
  stop(): void {
    this.#controller?.abort();
  }

  /** Shows a report of an earlier visit. */
  show(record: Judgement): void {
    this.clear();
    this.#kind = record.kind;
    this.#scope = record.scope;
    this.#record = record;
  }

  clear(): void {
    this.#turn++;
    this.stop();
    this.#running = false;
    this.#fresh = false;
    this.#confirming = null;
    this.#results = [];
    this.#record = null;
  }
}

function brokenReport(
  problem: Problem,
  profile: Profile,
  tests: readonly TestResult[],
  error: unknown,
): JudgeReport {
  return {
    problemId: problem.id,
    profile: profile.name,
    verdict: 'judge-error',
    reward: null,
    testsTotal: problem.tests.length,
    testsRun: tests.length,
    testsPassed: tests.filter(({ verdict }) => verdict === 'accepted').length,
    firstFailed: null,
    tests,
    codes: null,
    error: errorMessage(error),
    flags: [],
    timeFactor: 1,
  };
}
