/** The judge: a problem, a program or a completion, and a runner make one report with one bit. */
import { isCutOff, rawText, type Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, Reward, SubmissionVerdict, TestResult, VerdictFlag } from '../domain/verdict.ts';
import type { Extraction } from './extract/extraction.ts';
import { extractStandard } from './extract/standard.ts';
import type { Runner, RunLimits, Session } from './runner.ts';
import { failureVerdict, notRun, testVerdict } from './test-verdict.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the samples: the report then carries a null reward. */
  readonly tests: 'all' | 'public';
  readonly stopAtFirstFailure: boolean;
  /** Replaces the problem's own time limit, in seconds. */
  readonly timeLimitSeconds?: number;
  /** Called once per test, in order, as results come in. */
  readonly onTest?: (result: TestResult) => void;
}

const PROFILE = 'standard';

/**
 * Python in WebAssembly needs about 1.5 times as long as native CPython on the same machine (measured
 * over nine kernels), and time limits are meant for native Python.
 */
const WASM_SLOWDOWN = 1.5;
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
    return { ...summary(problem, tests), verdict, reward: 0, error: extraction.rule };
  }

  /**
   * Runs a program on the problem's tests. Never rejects: what goes wrong in the judge itself is a
   * `judge-error` with a null reward. A stopped run carries the flag `stopped`.
   */
  async judgeCode(problem: Problem, code: string, options: JudgeOptions): Promise<JudgeReport> {
    const count = options.tests === 'all' ? problem.tests.length : problem.publicTests;
    const results: TestResult[] = [];
    const report = (result: TestResult) => {
      results.push(result);
      options.onTest?.(result);
    };
    if (count > 0) await this.#run(problem, code, count, options, report);
    while (results.length < problem.tests.length) results.push(notRun(results.length));
    return concluded(problem, results, options);
  }

  async #run(
    problem: Problem,
    code: string,
    count: number,
    options: JudgeOptions,
    report: (result: TestResult) => void,
  ): Promise<void> {
    const session = await this.#runner.open(
      { source: code, preamble: problem.preamble, mode: problem.mode, functionName: problem.functionName },
      limitsOf(problem, options),
      options.signal,
    );
    try {
      if (session.loaded.type === 'loaded') await runTests(session, problem, code, count, options, report);
      // A program that does not load fails its first test; the others have nothing to run.
      else report({ ...notRun(0), ...failureVerdict(code, session.loaded) });
    } finally {
      session.close();
    }
  }
}

async function runTests(
  session: Session,
  problem: Problem,
  code: string,
  count: number,
  options: JudgeOptions,
  report: (result: TestResult) => void,
): Promise<void> {
  let next = 0;
  let ended = false;
  let size = options.stopAtFirstFailure ? FIRST_BATCH : LARGEST_BATCH;
  while (next < count && !ended && !session.ended && !options.signal.aborted) {
    const batch = problem.tests.slice(next, Math.min(count, next + size));
    await session.run(
      batch.map((test) => test.input),
      next,
      (index, outcome, milliseconds) => {
        const test = problem.tests[index];
        if (ended || options.signal.aborted || test === undefined) return;
        const result = testVerdict(index, test, code, outcome, milliseconds);
        report(result);
        ended = options.stopAtFirstFailure && result.verdict !== 'accepted';
      },
    );
    next += batch.length;
    size = Math.min(LARGEST_BATCH, size * 2);
  }
}

function limitsOf(problem: Problem, options: JudgeOptions): RunLimits {
  return {
    timeSeconds: (options.timeLimitSeconds ?? problem.timeLimitSeconds) * WASM_SLOWDOWN,
    memoryMb: problem.memoryLimitMb,
    outputBytes: OUTPUT_BYTES,
  };
}

type Summary = Omit<JudgeReport, 'verdict' | 'reward' | 'error'>;

function summary(problem: Problem, tests: readonly TestResult[]): Summary {
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
  };
}

/** The headline is the first failing test's verdict; a run that is not complete decides nothing. */
function concluded(problem: Problem, tests: readonly TestResult[], options: JudgeOptions): JudgeReport {
  const base = summary(problem, tests);
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
  if (base.testsTotal === 0) {
    // No tests is not a pass: a vanished test must never earn a reward.
    return { ...base, verdict: 'judge-error', reward: null, error: 'the problem has no tests' };
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
