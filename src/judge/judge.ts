/** The judge: a problem, a submission, a profile and a runner make one report with one reward. */
import { cutOffWords, isCutOff, rawText, type Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { Submission } from '../domain/submission.ts';
import type { JudgeReport, TestResult } from '../domain/verdict.ts';
import { checked, type RunTest } from './checker.ts';
import { conclude, withoutProgram } from './conclude.ts';
import type { Extraction } from './extract/extraction.ts';
import { COMPARERS, type Comparer, type ComparerName } from './profiles/comparers.ts';
import { EXTRACTORS } from './profiles/extractors.ts';
import type { Profile } from './profiles/profile.ts';
import { STANDARD } from './profiles/profiles.ts';
import { firstFailureDecides } from './profiles/scores.ts';
import { selectorOf } from './profiles/selectors.ts';
import type { Program, Runner, RunLimits } from './runner.ts';
import { runStretch } from './stretch.ts';
import { testVerdict, type Ending } from './test-verdict.ts';

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

/** What others need of a judge. */
export type JudgePort = Pick<Judge, 'extract' | 'judge'>;

export class Judge {
  readonly #runner: Runner;

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** The program that a profile takes out of a completion. */
  extract(completion: Completion, profile: Profile = STANDARD): Extraction {
    return EXTRACTORS[profile.extract].extract(rawText(completion));
  }

  /**
   * Judges a program, or the one that the profile takes out of a completion; a completion without a program is
   * judged without running anything. Never rejects: what goes wrong in the judge itself is a `judge-error` with
   * a null reward. A stopped run carries the flag `stopped`.
   */
  async judge(problem: Problem, submission: Submission, options: JudgeOptions): Promise<JudgeReport> {
    const task: Task = { ...options, problem, profile: options.profile ?? STANDARD };
    if (submission.kind === 'program') return this.#judgeProgram(submission.code, task);
    const { completion } = submission;
    const extraction = this.extract(completion, task.profile);
    if (extraction.found) return this.#judgeProgram(extraction.code, task);
    if (!isCutOff(completion)) return withoutProgram(task, 'no-code', extraction.rule);
    const why = `${cutOffWords(completion.finishReason)} ${extraction.rule}`;
    return withoutProgram(task, 'truncated', why);
  }

  async #judgeProgram(code: string, task: Task): Promise<JudgeReport> {
    const { problem, signal, urgent = true } = task;
    const plan = planOf(task);
    const checker = ownChecker(task);
    const results: TestResult[] = [];
    const report = (result: TestResult) => {
      results.push(result);
      task.onTest?.(result);
    };
    let timeFactor: number;
    if (checker === null) {
      const comparer = comparerOf(task);
      timeFactor = await this.#run(code, plan, task, (ending) => {
        const result = testVerdict(ending, comparer);
        report(result);
        return result.verdict === 'accepted';
      });
    } else {
      // The checker runs in an interpreter of its own, once the program is done with all of its tests.
      const runs: RunTest[] = [];
      timeFactor = await this.#run(code, plan, task, (ending) => {
        const result = testVerdict(ending, null);
        runs.push({ result, outcome: ending.outcome });
        return result.verdict === 'accepted';
      });
      const checking = { checker, tests: problem.tests, signal, urgent };
      (await checked(this.#runner, runs, checking)).forEach(report);
    }
    return conclude(task, { plan, results, timeFactor });
  }

  /**
   * A time-out, or a death of the whole sandbox, counts only when it happens again with nothing else
   * running beside it: the first may be a neighbour's fault.
   * @param onEnd called once per test, in the order they run; says whether the test passed
   * @returns the largest time factor that a session had
   */
  async #run(
    code: string,
    plan: readonly number[],
    task: Task,
    onEnd: (ending: Ending) => boolean,
  ): Promise<number> {
    const { problem, profile, signal, urgent = true } = task;
    const program = programOf(code, task);
    const stopsEarly = task.stopAtFirstFailure && firstFailureDecides(profile.score);
    const keepsState = program.execution === 'rllm' || program.execution === 'lcb';
    let next = 0;
    let confirming = false;
    let decided = false;
    let timeFactor = 1;
    while (next < plan.length && !signal.aborted) {
      const session = await this.#runner.open(program, limitsOf(task), { signal, urgent, alone: confirming });
      const { absent } = session;
      const end = await runStretch(session, {
        inputs: plan.map((index) => problem.tests[index]!.input),
        // Where tests see what earlier ones left behind, a second try begins at the first of them.
        from: keepsState ? 0 : next,
        next,
        end: confirming && !keepsState ? next + 1 : plan.length,
        final: confirming || decided,
        stopsEarly,
        signal,
        report: (position, outcome, milliseconds) => {
          const index = plan[position]!;
          const passed = onEnd({ index, test: problem.tests[index]!, outcome, milliseconds, absent });
          decided ||= !passed;
          return passed;
        },
      }).finally(() => session.close());
      timeFactor = Math.max(timeFactor, session.timeFactor);
      if (end.over) break;
      confirming = end.unconfirmed;
      next = end.next;
      if (confirming) task.onConfirming?.(plan[next]!);
    }
    return timeFactor;
  }
}

/** What is to be judged, but for the program. */
interface Task extends JudgeOptions {
  readonly problem: Problem;
  readonly profile: Profile;
}

/** Indices of the tests that run, in their order. */
function planOf({ problem: { tests, publicTests }, profile, tests: wanted }: Task): readonly number[] {
  if (wanted === 'public') return tests.slice(0, publicTests).map((_, index) => index);
  return selectorOf(profile.select)(tests);
}

/** The graders that bring a prelude of their own do not see the problem's. */
function programOf(source: string, { problem, profile }: Task): Program {
  const { mode, functionName, check } = problem;
  const execution = profile.execute.how;
  const ours = execution === 'standard' || execution === 'exit-status';
  return { source, preamble: ours ? problem.preamble : '', mode, functionName, execution, check };
}

/** Whether the problem may say how its outputs are checked: only where the profile has no rule of its own. */
function leavesComparing({ problem, profile }: Task): boolean {
  return (
    profile.compare === STANDARD.compare && profile.execute.how === 'standard' && problem.mode !== 'assert'
  );
}

/** The Python of the problem's own checker, where one decides; null where a comparer does. */
function ownChecker(task: Task): string | null {
  const { checker } = task.problem;
  return checker !== null && leavesComparing(task) && !isComparer(checker) ? checker : null;
}

function comparerOf(task: Task): Comparer {
  const { checker } = task.problem;
  const named = checker !== null && isComparer(checker) && leavesComparing(task) ? checker : null;
  return COMPARERS[named ?? task.profile.compare];
}

function isComparer(name: string): name is ComparerName {
  return Object.hasOwn(COMPARERS, name);
}

function limitsOf({ problem, profile, timeLimitSeconds }: Task): RunLimits {
  return {
    timeSeconds: timeLimitSeconds ?? profile.execute.timeLimitSeconds ?? problem.timeLimitSeconds,
    memoryMb: problem.memoryLimitMb,
    outputBytes: OUTPUT_BYTES,
  };
}
