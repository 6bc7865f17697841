import { errorMessage } from '../../../base/error-message.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { ProblemRef, Problem } from '../../../domain/problem.ts';
import type { Judgement } from '../../../domain/judgement.ts';
import type { OpenedProblem } from '../../../common/problems/state/problems-state.svelte.ts';
import type { Profile } from '../../../judge/profiles/profile.ts';
import type { Answer } from '../../../domain/answer.ts';
import type { ComparedAnswer } from '../../../domain/stored-work.ts';
import type { AnswerDraft, AnswerWatch } from '../../../models/asking/ask.ts';
import type { Asker, Missing } from '../../../models/asking/asker.ts';
import type { ModelChoice } from '../../../models/asking/model-choices.ts';
import type { Question } from '../../../models/prompts/prompt-messages.ts';
import { AnswerState } from './answer-state.svelte.ts';
import { formatColumn, type ColumnSpec } from './columns.ts';
import { JudgingState } from './judging-state.svelte.ts';
import type { AskingParts } from './playground-parts.ts';

/** One column of a comparison: its model and settings, the answer, and the verdict on it. */
export class ComparedColumn {
  readonly spec: ColumnSpec;
  /** The key under which the column's answer is stored. */
  readonly key: string;
  readonly answer = new AnswerState();
  readonly judging: JudgingState;
  readonly #asker: Asker;
  readonly #save: (column: ComparedColumn) => void;
  readonly #onJudged: (answer: Answer, judgement: Judgement) => void;
  #isAsking = $state(false);
  /** The requirement that must be set up before the model can be asked, or null if there is none. */
  missingPart = $state<Missing | null>(null);
  /** The reason why the model could not be opened, or null if it could. */
  trouble = $state<string | null>(null);

  /**
   * @param save called with every change that must be stored
   * @param onJudged called with each new verdict
   */
  constructor(
    spec: ColumnSpec,
    key: string,
    { asker, judge }: AskingParts,
    save: (column: ComparedColumn) => void,
    onJudged: (answer: Answer, judgement: Judgement) => void,
  ) {
    this.spec = spec;
    this.key = key;
    this.#asker = asker;
    this.#save = save;
    this.#onJudged = onJudged;
    this.judging = new JudgingState(judge);
  }

  /** The column in the format of the address. Equal columns give equal strings. */
  get text(): string {
    return formatColumn(this.spec);
  }

  /** Whether the column is being asked or judged. */
  get busy(): boolean {
    return this.#isAsking || this.judging.running;
  }

  /** The record to store for this column; null before the first answer. */
  get record(): ComparedAnswer | null {
    const answer = this.answer.record;
    const report = this.judging.record;
    const stopped = report?.report.flags.includes('stopped') ?? false;
    return answer && { answer, report: stopped ? null : report, when: Date.now() };
  }

  /** Shows the answer and the verdict of an earlier visit. */
  show({ answer, report }: ComparedAnswer): void {
    this.answer.show(answer);
    if (report !== null) this.judging.show(report, null);
  }

  /** Asks the model, and judges the answer as soon as it has ended. */
  async ask(
    choice: ModelChoice,
    openedProblem: OpenedProblem,
    question: Question,
    rules: () => Profile,
  ): Promise<void> {
    if (this.busy) return;
    this.#isAsking = true;
    this.trouble = null;
    let completion: Completion | null = null;
    try {
      completion = await this.answer.ask(
        (watch, signal) => this.#ask(choice, openedProblem.ref, question, watch, signal),
        () => this.#save(this),
      );
    } catch (error) {
      this.trouble = errorMessage(error);
    } finally {
      this.#isAsking = false;
    }
    if (completion !== null) await this.judge(openedProblem.problem, rules());
  }

  /** Judges the answer, even an incomplete one. */
  async judge(problem: Problem, profile: Profile): Promise<void> {
    const answer = this.answer.record;
    if (answer === null || this.busy) return;
    const { completion } = answer;
    const judgement = await this.judging.run(problem, { kind: 'completion', completion }, 'all', profile);
    if (judgement !== null) this.#onJudged(answer, judgement);
    this.#save(this);
  }

  /** Stops all work; the results so far are kept. */
  stop(): void {
    this.answer.stop();
    this.judging.stop();
  }

  async #ask(
    choice: ModelChoice,
    problem: ProblemRef,
    question: Question,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    this.missingPart = await this.#asker.missingSetting(choice);
    if (this.missingPart !== null) return null;
    const onBegin = (draft: AnswerDraft): void => {
      // The verdict was on the answer that is being replaced.
      this.judging.clear();
      watch.onBegin?.(draft);
    };
    return this.#asker.ask(choice, problem, question, { ...watch, onBegin }, signal);
  }
}
