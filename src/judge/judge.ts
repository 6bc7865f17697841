/** The judge: a problem, a program or a completion, a profile and a runner make one report with one reward. */
import { cutOffWords, isCutOff, rawText, type Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { JudgeReport, TestResult } from '../domain/verdict.ts';
import { checked, type Checkable } from './checker.ts';
import { conclude, withoutProgram } from './conclude.ts';
import type { Extraction } from './extract/extraction.ts';
import { COMPARERS, type Comparer } from './profiles/comparers.ts';
import { EXTRACTORS } from './profiles/extractors.ts';
import type { Profile } from './profiles/profile.ts';
import { STANDARD } from './profiles/profiles.ts';
import { firstFailureDecides } from './profiles/scores.ts';
import { selectorOf } from './profiles/selectors.ts';
import type { Program, Runner, RunLimits } from './runner.ts';
import { runStretch, type Stretch } from './stretch.ts';
import { testVerdict } from './test-verdict.ts';

export interface JudgeOptions {
  readonly signal: AbortSignal;
  /** 'public' runs only the samples: the report then carries a null reward. */
  readonly tests: 'all' | 'public';
  /** Where one failure decides the reward, nothing runs after it. */
  readonly stopAtFirstFailure: boolean;
  /** Whose rules decide; the standard ones unless given. */
  readonly profile?: Profile;
  /** Replaces the profile's and the problem's own time limit, in seconds. */
  readonly timeLimitSeconds?: number;
  /** Goes before other programs that wait; true unless given. */
  readonly urgent?: boolean;
  /** Called once per test, in the order they run, as results come in. */
  readonly onTest?: (result: TestResult) => void;
  /** Test `index` timed out, or its sandbox died: it is run again, alone, before that counts. */
  readonly onConfirming?: (index: number) => void;
}

const OUTPUT_BYTES = 8 << 20;

export class Judge {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The program that a profile takes out of a completion. */
  extract(completion: Completion, profile: Profile = STANDARD): Extraction {
    return EXTRACTORS[profile.extract].extract(rawText(completion));
  }

  /** Extracts and judges. A completion without code is judged without running anything. */
  async judgeCompletion(
    problem: Problem,
    completion: Completion,
    options: JudgeOptions,
  ): Promise<JudgeReport> {
    const { profile = STANDARD } = options;
    const extraction = this.extract(completion, profile);
    if (extraction.found) return this.judgeCode(problem, extraction.code, options);
    if (!isCutOff(completion)) return withoutProgram(problem, profile, options, 'no-code', extraction.rule);
    const why = `${cutOffWords(completion.finishReason)} ${extraction.rule}`;
    return withoutProgram(problem, profile, options, 'truncated', why);
  }

  /**
   * Runs a program on the tests that the profile selects. Never rejects: what goes wrong in the judge itself
   * is a `judge-error` with a null reward. A stopped run carries the flag `stopped`.
   */
  async judgeCode(problem: Problem, code: string, options: JudgeOptions): Promise<JudgeReport> {
    const { profile = STANDARD } = options;
    const plan = planOf(problem, profile, options);
    const results: TestResult[] = [];
    const report = (result: TestResult) => {
      results.push(result);
      options.onTest?.(result);
    };
    const own = ownChecker(problem, profile);
    let timeFactor: number;
    if (typeof own !== 'string') {
      timeFactor = await this.#run(problem, code, plan, own, options, report);
    } else {
      // The checker runs in an interpreter of its own, once the program is done with all of its tests.
      const printed = new Map<number, Checkable>();
      const kept: TestResult[] = [];
      const collect: Comparer = { ...COMPARERS.lcb, ...collecting(printed) };
      timeFactor = await this.#run(problem, code, plan, collect, options, (result) => kept.push(result));
      await checked(this.#runner, own, problem, kept, printed, options, report);
    }
    return conclude(problem, profile, plan, results, options, timeFactor);
  }

  /**
   * A time-out, or a death of the whole sandbox, counts only when it happens again with nothing else
   * running beside it: the first may be a neighbour's fault.
   * @returns the largest time factor that a session had
   */
  async #run(
    problem: Problem,
    code: string,
    plan: readonly number[],
    comparer: Comparer,
    options: JudgeOptions,
    report: (result: TestResult) => void,
  ): Promise<number> {
    const { profile = STANDARD } = options;
    const program = programOf(problem, code, profile);
    const stopsEarly = options.stopAtFirstFailure && firstFailureDecides(profile.score);
    const keepsState = program.execution === 'rllm' || program.execution === 'lcb';
    let next = 0;
    let confirming = false;
    let decided = false;
    let timeFactor = 1;
    while (next < plan.length && !options.signal.aborted) {
      const turn = { signal: options.signal, urgent: options.urgent ?? true, alone: confirming };
      const session = await this.#runner.open(program, limitsOf(problem, profile, options), turn);
      const stretch: Stretch = {
        inputs: plan.map((index) => problem.tests[index]!.input),
        // Where tests see what earlier ones left behind, a second try begins at the first of them.
        from: keepsState ? 0 : next,
        next,
        end: confirming && !keepsState ? next + 1 : plan.length,
        final: confirming || decided,
        verdictOf: (position, outcome, milliseconds) => {
          const index = plan[position]!;
          return testVerdict(index, problem.tests[index]!, comparer, session.absent, outcome, milliseconds);
        },
      };
      const end = await runStretch(session, stretch, stopsEarly, options.signal, (result) => {
        decided ||= result.verdict !== 'accepted';
        report(result);
      }).finally(() => session.close());
      timeFactor = Math.max(timeFactor, session.timeFactor);
      if (end.over) break;
      confirming = end.unconfirmed;
      next = end.next;
      if (confirming) options.onConfirming?.(plan[next]!);
    }
    return timeFactor;
  }
}

/** Indices of the tests that run, in their order. */
function planOf(problem: Problem, profile: Profile, options: JudgeOptions): readonly number[] {
  const { tests, publicTests } = problem;
  if (options.tests === 'public') return tests.slice(0, publicTests).map((_, index) => index);
  return selectorOf(profile.select)(tests);
}

/** The graders that bring a prelude of their own do not see the problem's. */
function programOf(problem: Problem, source: string, profile: Profile): Program {
  const { mode, functionName, check } = problem;
  const execution = profile.execute.how;
  const ours = execution === 'standard' || execution === 'exit-status';
  return { source, preamble: ours ? problem.preamble : '', mode, functionName, execution, check };
}

/**
 * What decides whether an output is right: the profile's comparer, unless the problem brings its own checker
 * and the profile leaves comparing to the standard rule. Text is Python.
 */
function ownChecker(problem: Problem, profile: Profile): Comparer | string {
  const { checker, mode } = problem;
  const leaves =
    profile.compare === STANDARD.compare && profile.execute.how === 'standard' && mode !== 'assert';
  if (checker === null || !leaves) return COMPARERS[profile.compare];
  return Object.hasOwn(COMPARERS, checker) ? COMPARERS[checker as keyof typeof COMPARERS] : checker;
}

/** Takes every output for right, for now, and keeps it. */
function collecting(printed: Map<number, Checkable>): Pick<Comparer, 'text' | 'value'> {
  let count = 0;
  const keep = (got: Checkable) => {
    printed.set(count++, got);
    return { equal: true } as const;
  };
  return { text: (_, text) => keep({ text }), value: (_, value) => keep({ value }) };
}

function limitsOf(problem: Problem, profile: Profile, options: JudgeOptions): RunLimits {
  return {
    timeSeconds: options.timeLimitSeconds ?? profile.execute.timeLimitSeconds ?? problem.timeLimitSeconds,
    memoryMb: problem.memoryLimitMb,
    outputBytes: OUTPUT_BYTES,
  };
}
