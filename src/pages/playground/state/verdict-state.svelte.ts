import type { Answer, Author } from '../../../domain/answer.ts';
import { isOn, type Judgement, type Judgements, type TestScope } from '../../../domain/judgement.ts';
import type { ProblemRef, Problem } from '../../../domain/problem.ts';
import type { Submission } from '../../../domain/submission.ts';
import { findProfile } from '../../../judge/profiles/custom.ts';
import type { OpenedProblem, ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { JudgingState, type Judged } from './judging-state.svelte.ts';
import type { AskingParts } from './playground-parts.ts';
import { kindOf, type Tab } from './playground-view.ts';
import type { Tables } from '../../../storage/tables.ts';

/** The verdicts on the answer and on the program by the chosen rules, which are stored with the problem. */
export class VerdictState {
  readonly #parts: AskingParts;
  readonly #history: HistoryWriter;
  readonly completion: JudgingState;
  readonly program: JudgingState;
  /** The judging of the submission in the visible tab. */
  readonly judging = $derived.by(() => this[kindOf(this.#parts.view.current.tab)]);
  /** Whether any submission is being judged. */
  readonly running = $derived.by(() => this.completion.running || this.program.running);
  /** Whether the shown verdict is by rules other than the chosen ones. */
  readonly outdated = $derived.by(() => this.#parts.terms.isOutdated(this.judging.record));

  constructor(parts: AskingParts, history: HistoryWriter) {
    this.#parts = parts;
    this.#history = history;
    this.completion = new JudgingState(parts.judge);
    this.program = new JudgingState(parts.judge);
  }

  async judge(
    { ref, problem }: OpenedProblem,
    author: Author,
    submission: Submission,
    scope: TestScope,
  ): Promise<void> {
    const { view, terms } = this.#parts;
    const judging = this[submission.kind];
    if (this.judging === judging) view.adjust({ test: null });
    const judgement = await judging.run(problem, submission, scope, terms.profile);
    this.#end(ref, judging, judgement);
    if (judgement !== null) this.#history.keep(ref, author, submission, judgement);
  }

  /**
   * Runs the tests that were not run because the reward was decided. The verdict on all tests replaces the shown one,
   * also in the history.
   */
  async runRest(problem: ProblemRef): Promise<void> {
    const { judging } = this;
    const judgement = await judging.runRest();
    this.#end(problem, judging, judgement);
    const { submission } = judging;
    if (judgement !== null && submission !== null) this.#history.renew(problem, submission, judgement);
  }

  #end(ref: ProblemRef, judging: JudgingState, judgement: Judgement | null): void {
    if (judgement === null) return;
    const { view } = this.#parts;
    const { report } = judgement;
    // Opens the first failed test, unless the user has opened another test.
    if (this.judging === judging && view.current.test === null) view.adjust({ test: failedTest(judgement) });
    if (!report.flags.includes('stopped')) this.#keep(ref, judgement);
  }

  /** The test that a tab shows first: the failed test that decided the shown verdict, or null if there is none. */
  testOf(tab: Tab): number | null {
    return failedTest(this[kindOf(tab)].record);
  }

  /** Shows the verdicts of earlier visits, unless another tab has stored a different answer since. */
  show(problem: Problem, answer: Answer | undefined, { completion, program }: Judgements): void {
    const answerSubmission = answer && submissionOf(answer);
    if (completion !== undefined && !(answerSubmission && isOn(completion, answerSubmission) === false))
      this.completion.show(completion, judgedBefore(problem, answerSubmission, completion));
    if (program !== undefined) this.program.show(program, judgedBefore(problem, programOf(program), program));
  }

  /** Shows and stores the verdict on an answer of another page or tool; null deletes the stored verdict. */
  take({ ref, problem }: OpenedProblem, answer: Answer, judgement: Judgement | null): void {
    this.completion.clear();
    if (judgement === null) void this.forget(ref);
    else {
      this.completion.show(judgement, judgedBefore(problem, submissionOf(answer), judgement));
      this.#keep(ref, judgement);
    }
  }

  /** Deletes the stored verdict on an answer, before a new answer replaces it. */
  async forget(problem: ProblemRef): Promise<void> {
    await this.#parts.tables.judgements.update(problem, (storedJudgements) => {
      if (storedJudgements === undefined) return undefined;
      const { completion: _, ...others } = storedJudgements;
      return others;
    });
  }

  /** Stops all work; the results so far are kept. */
  stop(): void {
    this.completion.stop();
    this.program.stop();
  }

  clear(): void {
    this.completion.clear();
    this.program.clear();
  }

  #keep(problem: ProblemRef, judgement: Judgement): void {
    void this.#parts.tables.judgements.update(problem, (storedJudgements) => ({
      ...storedJudgements,
      [judgement.kind]: judgement,
    }));
  }
}

/**
 * Returns the submission of a verdict of an earlier visit; null if it is not stored, or if it may be a different one.
 * Running further tests on a different submission or problem would mix two verdicts.
 * @param problem a problem that the verdict applies to
 */
function judgedBefore(
  problem: Problem,
  submission: Submission | undefined,
  judgement: Judgement,
): Judged | null {
  const profile = findProfile(judgement.report.profile);
  if (profile === null || submission === undefined || isOn(judgement, submission) !== true) return null;
  return { problem, submission, profile };
}

function submissionOf({ completion }: Answer): Submission {
  return { kind: 'completion', completion };
}

function programOf({ program }: Judgement): Submission | undefined {
  return program === undefined ? undefined : { kind: 'program', code: program };
}

/** Returns the index of the first failed test; null if no test failed or none ran. */
function failedTest(judgement: Judgement | null): number | null {
  return judgement !== null && judgement.report.testsRun > 0 ? judgement.report.firstFailed : null;
}

/** Stores verdicts in the history of their problem, and marks the problem in the list. */
export class HistoryWriter {
  readonly #tables: Tables;
  readonly #record: ProblemsState['record'];
  readonly #showNotice: (text: string) => void;
  /** Resolves when all verdicts so far are in the history. Each verdict replaces the promise. */
  writePromise = $state.raw<Promise<unknown>>(Promise.resolve());

  /**
   * @param record marks the problem in the list
   * @param showNotice shows a message to the user
   */
  constructor(tables: Tables, record: ProblemsState['record'], showNotice: (text: string) => void) {
    this.#tables = tables;
    this.#record = record;
    this.#showNotice = showNotice;
  }

  /** Loads the code of the history, so that it works offline. */
  async prepare(): Promise<void> {
    await Promise.all([import('./history-state.svelte.ts'), this.#tables.history()]);
  }

  /**
   * Stores a verdict. A run of only the public tests decides no reward, and a stopped run has no verdict, so neither is
   * stored.
   */
  keep(problem: ProblemRef, author: Author, submission: Submission, judgement: Judgement): void {
    const { report, scope } = judgement;
    if (scope === 'public' || report.flags.includes('stopped')) return;
    const startedAt = Date.now();
    const add = async (): Promise<void> => {
      const { historyKey, historyEntry } = await import('../../../domain/stored-work.ts');
      const history = await this.#tables.history();
      await history.add(
        historyKey(problem, startedAt, submission),
        historyEntry(author, submission, judgement),
      );
    };
    this.#enqueue(add);
    if (report.reward !== null) this.#record(problem, author.type, report.reward);
  }

  /** Updates the newest entry of a submission after more of its tests have run, unless the user deleted it. */
  renew(problem: ProblemRef, submission: Submission, judgement: Judgement): void {
    if (judgement.scope === 'public') return;
    const renew = async (): Promise<void> => {
      const { renewEntry } = await import('./history-state.svelte.ts');
      await renewEntry(await this.#tables.history(), problem, submission, judgement);
    };
    this.#enqueue(renew);
  }

  /** Runs the writes in sequence, so that the entries are in the order of their verdicts. */
  #enqueue(work: () => Promise<void>): void {
    this.writePromise = this.writePromise
      .then(work)
      .catch(() => this.#showNotice('A verdict could not be added to the history. Reload the page.'));
  }
}
