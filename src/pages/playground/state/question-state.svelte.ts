import type { Answer } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { ProblemRef } from '../../../domain/problem-ref.ts';
import type { UnfinishedAnswer } from '../../../domain/unfinished-answer.ts';
import type { Asker } from '../../../models/asking/asker.ts';
import { chosen } from '../../../models/asking/model-choices.ts';
import type { PlaygroundView } from './playground-view.ts';
import type { PageView } from '../../../kit/address/page-view.svelte.ts';
import type { AnswerState } from './answer-state.svelte.ts';
import type { DialogsState } from './dialogs-state.svelte.ts';
import type { OpenProblemState } from './open-problem-state.svelte.ts';
import type { TermsState } from './terms-state.svelte.ts';

export interface QuestionParts {
  readonly view: PageView<PlaygroundView>;
  readonly asker: Asker;
  readonly terms: TermsState;
  readonly problem: OpenProblemState;
  readonly answer: AnswerState;
  readonly dialogs: DialogsState;
  /** Tells the user something in a sentence. */
  readonly say: (text: string) => void;
  /** Called when the model of this choice is about to answer: data on the previous answer must be discarded. */
  readonly onBegin: (pick: string) => void;
  /** Gives what stores an answer as it grows. */
  readonly savesTo: (problem: ProblemRef) => (record: Answer) => void;
}

/** Asks a model about the open problem, with the chosen prompt. Resolves with null when there is no answer. */
export class QuestionState {
  readonly #parts: QuestionParts;

  readonly choices = $derived.by(() => {
    const { asker, problem, view } = this.#parts;
    return asker.choices(problem.opened?.answers ?? [], view.current.pick);
  });
  /** Whether a model is set up. Without one, only recorded examples can be played. */
  readonly hasModel = $derived.by(() => this.choices.some(({ type }) => type !== 'recorded'));
  /** The model choice that the address names, or else the one that gave the shown answer. */
  readonly choice = $derived.by(() => {
    const { answer, view } = this.#parts;
    const from = this.choices.find(({ label }) => label === answer.record?.label);
    return chosen(this.choices, view.current.pick ?? from?.id ?? null);
  });

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /**
   * Asks the chosen model, and waits for a problem that is opening. When the model is not ready, the dialog that sets
   * it up opens instead.
   */
  async ask(): Promise<Completion | null> {
    const { answer, asker, dialogs, problem, terms } = this.#parts;
    const opened = problem.opened ?? (await problem.opening());
    // The choices depend on the problem, so the choice is read after it opens.
    const { choice } = this;
    if (opened === null || answer.busy) return null;
    const missing = choice === null ? 'endpoint' : await asker.missing(choice);
    if (problem.opened !== opened || answer.busy) return null;
    if (missing !== null) dialogs.open(missing === 'endpoint' ? { type: missing } : { type: 'models' });
    if (missing !== null || choice === null) return null;
    this.#parts.onBegin(choice.id);
    await terms.known(choice);
    const question = await terms.question(opened.problem);
    if (problem.opened !== opened) return null;
    return answer.ask(
      (watch, signal) => asker.ask(choice, opened.ref, question, watch, signal),
      this.#parts.savesTo(opened.ref),
    );
  }

  /** Continues an interrupted answer, at its problem. */
  async goOn(record: UnfinishedAnswer): Promise<Completion | null> {
    const { answer, asker, problem, say } = this.#parts;
    if (answer.busy || !(await problem.bring(record.problem))) return null;
    this.#parts.onBegin(`gpu:${record.modelId}`);
    if (!(await asker.canGoOn(record))) {
      say(`${record.label} is no longer on this device. Download it again to continue.`);
      return null;
    }
    return answer.ask(
      (watch, signal) => asker.goOn(record, watch, signal),
      this.#parts.savesTo(record.problem),
    );
  }
}
