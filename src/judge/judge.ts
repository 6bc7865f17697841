/** The judge: creates one report with one reward from a problem, a submission, a profile and a runner. */
import { errorMessage } from '../base/error-message.ts';
import { lazily } from '../base/lazily.ts';
import { answerStart, rawText, type Completion } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import type { Script, ScriptRun, Submission } from '../domain/submission.ts';
import { judgeError, notRun, type JudgeReport } from '../domain/verdict.ts';
import type { Extraction } from './extract/fences.ts';
import type { JudgeOptions, JudgeTask, OwnRun, OwnTask } from './judge-options.ts';
import { judgePart } from './judge-part.ts';
import { EXTRACTORS, type ExtractorName } from './profiles/extractors.ts';
import type { Profile } from './profiles/profile.ts';
import { STANDARD } from './profiles/profiles.ts';
import type { Runner } from './runner.ts';
import type { OffThreadComparer } from './off-thread-comparer.ts';

/** Judges submissions. */
export interface SubmissionJudge {
  judge(problem: Problem, submission: Submission, options: JudgeOptions): Promise<JudgeReport>;
}

/** Judges submissions, and extracts programs from completions. */
export interface JudgePort extends SubmissionJudge {
  extract(completion: Completion, profile?: Profile): Extraction;
}

/** Runs a program without judging it. */
export interface OwnRunPort {
  runOwn(code: string, input: string, task: OwnTask): Promise<OwnRun>;
}

export class Judge implements JudgePort, OwnRunPort {
  readonly #runner: Runner;
  readonly #offThread: OffThreadComparer | null;
  /** A cache: showing and judging an answer both need its extraction, which is slow for a long answer. */
  readonly #extractionsByCompletion = new WeakMap<Completion, Map<ExtractorName, Extraction>>();

  /** @param offThread compares large outputs; with null they are compared in this thread */
  constructor(runner: Runner, offThread: OffThreadComparer | null = null) {
    this.#runner = runner;
    this.#offThread = offThread;
  }

  /** Returns the program that a profile extracts from a completion. */
  extract(completion: Completion, profile: Profile = STANDARD): Extraction {
    const extractions = this.#extractionsByCompletion.get(completion) ?? new Map<ExtractorName, Extraction>();
    this.#extractionsByCompletion.set(completion, extractions);
    let extraction = extractions.get(profile.extract);
    if (extraction === undefined) {
      const extractor = EXTRACTORS[profile.extract];
      extraction = extractor(rawText(completion), answerStart(completion));
      extractions.set(profile.extract, extraction);
    }
    return extraction;
  }

  /** Loads everything that running a program needs, before the first program. */
  async prepare(): Promise<void> {
    // Failures are ignored here: the caller that later needs the failed part reports its failure.
    await Promise.all([loadRunning(), this.#runner.prepare?.()]).catch(() => undefined);
  }

  /**
   * Judges a program, or the program that the profile extracts from a completion. A completion without a program is
   * judged without running anything. Never rejects: a failure of the judge itself is a `judge-error` with a null
   * reward. A stopped run has the flag `stopped`.
   */
  async judge(problem: Problem, submission: Submission, options: JudgeOptions): Promise<JudgeReport> {
    const task: JudgeTask = { ...options, problem, profile: options.profile ?? STANDARD };
    if (submission.kind === 'program') return this.#judgeProgram(submission.code, task);
    const { completion } = submission;
    const extraction = this.extract(completion, task.profile);
    if (extraction.found) return this.#judgeProgram(extraction.code, task);
    const runningPart = await loadRunning().catch(errorMessage);
    if (typeof runningPart === 'string') return withoutPart(task, runningPart);
    return runningPart.withoutProgram(task, completion, extraction.how);
  }

  /** Runs a program on input entered by the user, without verdict or reward. Never rejects. */
  async runOwn(code: string, input: string, task: OwnTask): Promise<OwnRun> {
    const runningPart = await loadRunning().catch(errorMessage);
    if (typeof runningPart === 'string') return { type: 'unloaded', message: runningPart };
    return runningPart.runOwn(this.#runner, code, input, task);
  }

  /** Runs a script once, as a process that exits with a status. Never rejects. */
  async runScript(script: Script, signal: AbortSignal, onRetry?: () => void): Promise<ScriptRun> {
    const runningPart = await loadRunning().catch(errorMessage);
    if (typeof runningPart === 'string') return { type: 'judge-error', message: runningPart };
    return runningPart.runScript(this.#runner, script, signal, onRetry);
  }

  async #judgeProgram(code: string, task: JudgeTask): Promise<JudgeReport> {
    // Loaded on demand, because it is not needed until the user judges something.
    const runningPart = await loadRunning().catch(errorMessage);
    if (typeof runningPart === 'string') return withoutPart(task, runningPart);
    return runningPart.conclude(
      task,
      await runningPart.runProgram(this.#runner, code, task, this.#offThread),
    );
  }
}

/** Returns the report for a judge part that could not be loaded: no test was run. */
function withoutPart({ problem, profile }: JudgeTask, error: string): JudgeReport {
  const tests = problem.tests.map((_, index) => notRun(index));
  return judgeError({ problemId: problem.id, profile: profile.name, error, tests });
}

/**
 * Imports the code that runs programs, once: each import makes the browser check all dependencies again, and a run
 * may have ten thousand programs.
 */
const loadRunning = lazily(() => judgePart(import('./run-program.ts')));
