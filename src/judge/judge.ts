/** The judge: a problem, a program or a completion, and a runner make one report with one bit. */
import { isCutOff, rawText, type Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, Reward, SubmissionVerdict, TestResult, VerdictFlag } from '../domain/verdict.ts';
import type { Extraction } from './extract/extraction.ts';
import { extractStandard } from './extract/standard.ts';
import type { LoadOutcome, Program, Runner, RunLimits, Session, TestOutcome } from './runner.ts';
import { failureVerdict, notRun, testVerdict } from './test-verdict.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the samples: the report then carries a null reward. */
  readonly tests: 'all' | 'public';
  readonly stopAtFirstFailure: boolean;
  /** Replaces the problem's own time limit, in seconds. */
  readonly timeLimitSeconds?: number;
  /** Goes before other programs that wait; true unless given. */
  readonly urgent?: boolean;
  /** Called once per test, in order, as results come in. */
  readonly onTest?: (result: TestResult) => void;
  /** Test `index` timed out, or its sandbox died: it is run again, alone, before that counts. */
  readonly onConfirming?: (index: number) => void;
}

const PROFILE = 'standard';
const OUTPUT_BYTES = 8 << 20;

/** Tests handed over at once when the first failure ends the run: growing, so that little runs in vain. */
const FIRST_BATCH = 2;
const LARGEST_BATCH = 32;

export class Judge {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The program the `standard` profile takes out of a completion. */
  extract(completion: Completion): Extraction {
    return extractStandard(rawText(completion));
  }

  /** Extracts and judges. A completion without code is judged without running anything. */
  async judgeCompletion(
    problem: Problem,
    completion: Completion,
    options: JudgeOptions,
  ): Promise<JudgeReport> {
    const extraction = this.extract(completion);
    if (extraction.found) return this.judgeCode(problem, extraction.code, options);
    const verdict = isCutOff(completion) ? 'truncated' : 'no-code';
    const tests = problem.tests.map((_, index) => notRun(index));
    return {
      ...summary(problem, tests, 1),
      verdict,
      reward: rewardOf(verdict, options),
      error: extraction.rule,
    };
  }

  /**
   * Runs a program on the problem's tests. Never rejects: what goes wrong in the judge itself is a
   * `judge-error` with a null reward. A stopped run carries the flag `stopped`.
   */
  async judgeCode(problem: Problem, code: string, options: JudgeOptions): Promise<JudgeReport> {
    const count = testsWanted(problem, options);
    const results: TestResult[] = [];
    const report = (result: TestResult) => {
      results.push(result);
      options.onTest?.(result);
    };
    const timeFactor = await this.#run(problem, code, count, options, report);
    while (results.length < problem.tests.length) results.push(notRun(results.length));
    return concluded(problem, results, options, timeFactor);
  }

  /**
   * A time-out, or a death of the whole sandbox, counts only when it happens again with nothing else
   * running beside it: the first may be a neighbour's fault.
   * @returns the largest time factor that a session had
   */
  async #run(
    problem: Problem,
    code: string,
    count: number,
    options: JudgeOptions,
    report: (result: TestResult) => void,
  ): Promise<number> {
    const { preamble, mode, functionName } = problem;
    const program: Program = { source: code, preamble, mode, functionName, execution: 'standard', check: '' };
    let next = 0;
    let confirming = false;
    let decided = false;
    const note = (result: TestResult) => {
      decided ||= result.verdict !== 'accepted';
      report(result);
    };
    let timeFactor = 1;
    while (next < count && !options.signal.aborted) {
      const turn = { signal: options.signal, urgent: options.urgent ?? true, alone: confirming };
      const session = await this.#runner.open(program, limitsOf(problem, options), turn);
      const stretch: Stretch = {
        problem,
        first: next,
        last: confirming ? next + 1 : count,
        final: confirming || decided,
      };
      const end: StretchEnd = await runStretch(session, stretch, options, note).finally(() =>
        session.close(),
      );
      timeFactor = Math.max(timeFactor, session.timeFactor);
      if (end.over) break;
      confirming = end.unconfirmed;
      next = end.next;
      if (confirming) options.onConfirming?.(next);
    }
    return timeFactor;
  }
}

interface Stretch {
  readonly problem: Problem;
  readonly first: number;
  /** Index after the last test. */
  readonly last: number;
  /** A time-out counts at once: it is the second, or the reward is decided anyway. */
  readonly final: boolean;
}

interface StretchEnd {
  /** Nothing more is to be run. */
  readonly over: boolean;
  /** Test `next` failed in a way that must be confirmed, and was not reported. */
  readonly unconfirmed: boolean;
  readonly next: number;
}

/** Runs a stretch of tests in one session, in growing batches, and reports what is final. */
async function runStretch(
  session: Session,
  stretch: Stretch,
  options: JudgeOptions,
  report: (result: TestResult) => void,
): Promise<StretchEnd> {
  const { problem, final } = stretch;
  let next = stretch.first;
  if (session.loaded.type !== 'loaded') {
    if (!final && mustBeConfirmed(session.loaded)) return { over: false, unconfirmed: true, next };
    // A program that does not load fails its first test; the others have nothing to run.
    report({ ...notRun(next), ...failureVerdict(session.absent, session.loaded) });
    return { over: true, unconfirmed: false, next };
  }
  let over = false;
  let unconfirmed = false;
  let size = options.stopAtFirstFailure ? FIRST_BATCH : LARGEST_BATCH;
  while (next < stretch.last && !over && !session.ended && !options.signal.aborted) {
    const first = next;
    const batch = problem.tests.slice(first, Math.min(stretch.last, first + size));
    const inputs = batch.map((test) => test.input);
    await session.run(inputs, first, (index, outcome, milliseconds) => {
      const test = problem.tests[index];
      if (over || options.signal.aborted || test === undefined) return;
      unconfirmed = !final && mustBeConfirmed(outcome);
      if (unconfirmed) return;
      const result = testVerdict(index, test, session.absent, outcome, milliseconds);
      report(result);
      next = index + 1;
      // What the judge itself lost would be lost again.
      over = outcome.type === 'lost' || (options.stopAtFirstFailure && result.verdict !== 'accepted');
    });
    size = Math.min(LARGEST_BATCH, size * 2);
  }
  // A session that gave nothing at all would give nothing again.
  return { over: over || (next === stretch.first && !unconfirmed), unconfirmed, next };
}

function mustBeConfirmed(outcome: LoadOutcome | TestOutcome): boolean {
  return outcome.type === 'timed-out' || outcome.type === 'sandbox-died';
}

function testsWanted(problem: Problem, options: JudgeOptions): number {
  return options.tests === 'all' ? problem.tests.length : problem.publicTests;
}

function limitsOf(problem: Problem, options: JudgeOptions): RunLimits {
  return {
    timeSeconds: options.timeLimitSeconds ?? problem.timeLimitSeconds,
    memoryMb: problem.memoryLimitMb,
    outputBytes: OUTPUT_BYTES,
  };
}

type Summary = Omit<JudgeReport, 'verdict' | 'reward' | 'error'>;

function summary(problem: Problem, tests: readonly TestResult[], timeFactor: number): Summary {
  const run = tests.filter((test) => test.verdict !== 'not-run');
  const failed = run.find((test) => test.verdict !== 'accepted');
  return {
    problemId: problem.id,
    profile: PROFILE,
    testsTotal: problem.tests.length,
    testsRun: run.length,
    testsPassed: run.filter((test) => test.verdict === 'accepted').length,
    firstFailed: failed?.index ?? null,
    tests,
    flags: [...new Set(run.flatMap((test) => test.flags))],
    timeFactor,
  };
}

/** The headline is the first failing test's verdict; a run that is not complete decides nothing. */
function concluded(
  problem: Problem,
  tests: readonly TestResult[],
  options: JudgeOptions,
  timeFactor: number,
): JudgeReport {
  const base = summary(problem, tests, timeFactor);
  const failed = base.firstFailed === null ? undefined : tests[base.firstFailed];
  const stopped = options.signal.aborted && (failed === undefined || failed.verdict === 'judge-error');
  if (stopped) {
    const flags: VerdictFlag[] = [...base.flags, 'stopped'];
    return { ...base, flags, firstFailed: null, verdict: 'judge-error', reward: null, error: 'stopped' };
  }
  if (failed !== undefined) {
    const verdict = failed.verdict as SubmissionVerdict;
    return { ...base, verdict, reward: rewardOf(verdict, options), error: sentence(failed) };
  }
  // A vanished test is not a pass, whatever made it vanish.
  const wanted = testsWanted(problem, options);
  if (wanted === 0 || base.testsPassed !== wanted) {
    const error = wanted === 0 ? 'the problem has no tests' : 'the sandbox gave no result: run it again';
    return { ...base, verdict: 'judge-error', reward: null, error };
  }
  return { ...base, verdict: 'accepted', reward: rewardOf('accepted', options), error: null };
}

function rewardOf(verdict: SubmissionVerdict, options: JudgeOptions): Reward {
  if (verdict === 'judge-error' || options.tests === 'public') return null;
  return verdict === 'accepted' ? 1 : 0;
}

function sentence(test: TestResult): string | null {
  if (test.error === null) return null;
  const { name, message } = test.error;
  return name === '' ? message : message === '' ? name : `${name}: ${message}`;
}
