import { judgeable, type Answer } from '../../../domain/answer.ts';
import type { Completion } from '../../../domain/completion.ts';
import type { AnswerDraft, AnswerWatch } from '../../../models/asking/ask.ts';
import { ANSWER_LEFT, type LoadPhase } from '../../../models/chat-model.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';

/** `none`: no question was asked. `waiting`: a question was asked, but no token has arrived. */
export type AnswerPhase = 'none' | 'waiting' | 'streaming' | 'ended';

/** Milliseconds between two writes of a streaming answer. */
const SAVE_EVERY_MS = 1000;

/** Asks a model, and reports its answer to `watch`. Resolves with null if no question was asked. */
export type AskModel = (watch: AnswerWatch, signal: AbortSignal) => Promise<Answer | null>;

/** An answer of a model, during streaming and afterwards. */
export class AnswerState {
  #callNumber = 0;
  #controller: AbortController | null = null;
  /** Stores the received part of a streaming answer. */
  #keep: (() => void) | null = null;
  phase = $state<AnswerPhase>('none');
  record = $state.raw<Answer | null>(null);
  /** The progress of loading the model, or null if it is not loading. */
  loading = $state.raw<LoadPhase | null>(null);

  get busy(): boolean {
    return this.phase === 'waiting' || this.phase === 'streaming';
  }

  /**
   * Asks a question, and follows the answer to its end. The previous answer stays until `model` begins. Resolves with
   * null if another answer replaced this one, or if there is nothing to judge: no question was asked, or the model
   * failed or was stopped. `save` is called at intervals with the streaming answer. Rejects if `model` rejects.
   */
  async ask(model: AskModel, save: (answer: Answer) => void): Promise<Completion | null> {
    if (this.busy) this.clear();
    this.stop();
    const callNumber = ++this.#callNumber;
    const { signal } = (this.#controller = new AbortController());
    const current = (): boolean => callNumber === this.#callNumber;
    const answer = await model(this.#watch(save, current), signal);
    return answer === null || !current() || signal.aborted ? null : judgeable(answer);
  }

  stop(): void {
    this.#controller?.abort();
  }

  /** Shows an answer of an earlier visit. An answer that was still streaming is marked as interrupted. */
  show(record: Answer): void {
    this.clear();
    this.phase = 'ended';
    this.record = record.ended
      ? record
      : { ...record, completion: { ...record.completion, finishReason: 'interrupted' } };
  }

  /** Hides the answer. The received part of a streaming answer is stored first. */
  clear(): void {
    this.#callNumber++;
    this.#keep?.();
    this.#keep = null;
    this.#controller?.abort(ANSWER_LEFT);
    this.phase = 'none';
    this.record = null;
    this.loading = null;
  }

  #watch(save: (answer: Answer) => void, current: () => boolean): AnswerWatch {
    let draft: AnswerDraft | null = null;
    let savedAt = -Infinity;
    const throttle = new RedrawThrottle(() => {
      if (draft === null || !current() || this.phase === 'ended') return;
      if (draft.characters > 0) this.phase = 'streaming';
      this.record = draft.answer;
      if (performance.now() - savedAt < SAVE_EVERY_MS) return;
      savedAt = performance.now();
      save(this.record);
    });
    return {
      onBegin: (answerDraft) => {
        if (!current()) return;
        draft = answerDraft;
        savedAt = -Infinity;
        this.phase = 'waiting';
        this.record = answerDraft.answer;
        this.#keep = () => {
          if (answerDraft.characters > 0) save(answerDraft.answer);
        };
      },
      onLoading: (phase) => {
        if (current()) this.loading = phase;
      },
      onProgress: () => {
        if (current()) throttle.request();
      },
      onEnd: (answer) => {
        if (!current()) return;
        this.#keep = null;
        this.loading = null;
        this.phase = 'ended';
        this.record = answer;
        save(answer);
      },
    };
  }
}
