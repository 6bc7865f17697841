/** Asks models on the GPU: grows a window that was full, and continues what was interrupted. */
import { numberText } from '../../base/number-words.ts';
import type { Answer } from '../../domain/answer.ts';
import type { ProblemRef } from '../../domain/problem-ref.ts';
import type { UnfinishedAnswer } from '../../domain/unfinished-answer.ts';
import type { Fit } from '../web-llm/fit.ts';
import type { GpuModel } from '../web-llm/gpu-model.ts';
import { largerWindow } from '../web-llm/windows.ts';
import { ask, type AnswerWatch } from './ask.ts';
import type { GpuSessions } from './gpu-sessions.ts';
import type { Question } from './question.ts';

/** The facts about models for the GPU that an asker needs. */
export interface KnownGpuModels {
  readonly models: readonly GpuModel[];
  /** Asks the browser for the GPU; what follows is known only then. */
  probe(): Promise<void>;
  find(id: string): GpuModel | null;
  /** The version of a model this GPU takes: itself, or its twin in single floats. */
  versionOf(model: GpuModel): GpuModel;
  /** The window chosen for a model, in tokens. */
  windowOf(model: GpuModel): number;
  /** Whether an answer cut off by a full window is asked for again with a larger one. */
  readonly growWindow: boolean;
  /** Null before the GPU was asked for. */
  fitOf(model: GpuModel, missingBytes: number | null, contextTokens: number): Fit | null;
}

/** The facts about the files of these models that an asker needs. */
export interface GpuFilesKnown {
  isComplete(model: GpuModel): boolean;
  /** Bytes still to come; null where that is not known. */
  missingBytes(model: GpuModel): number | null;
}

export interface GpuAskerParts {
  readonly shelf: KnownGpuModels;
  readonly files: GpuFilesKnown;
  readonly sessions: Pick<GpuSessions, 'open' | 'reopen'>;
  /** Called with a sentence for the user each time a model is asked again with a larger window. */
  readonly onGrow: (notice: string) => void;
}

export class GpuAsker {
  readonly #parts: GpuAskerParts;

  constructor(parts: GpuAskerParts) {
    this.#parts = parts;
  }

  /** Those whose files are all on this device. */
  get ready(): readonly GpuModel[] {
    const { shelf, files } = this.#parts;
    return shelf.models.filter((model) => files.isComplete(shelf.versionOf(model)));
  }

  find(id: string): GpuModel | null {
    return this.#parts.shelf.find(id);
  }

  /** Whether a model can be asked now. */
  async isReady(id: string): Promise<boolean> {
    const { shelf, files } = this.#parts;
    await shelf.probe();
    const model = shelf.find(id);
    return model !== null && files.isComplete(shelf.versionOf(model));
  }

  /**
   * Asks, and again with the next larger window where one was full, the user has not switched that off, and the
   * larger one may fit. Null for an unknown model, and where the signal aborts before anything was asked.
   */
  async ask(
    id: string,
    label: string,
    problem: ProblemRef,
    question: Question,
    watch: AnswerWatch,
    signal: AbortSignal,
  ): Promise<Answer | null> {
    const { shelf, sessions, onGrow } = this.#parts;
    await shelf.probe();
    const model = shelf.find(id);
    if (model === null || signal.aborted) return null;
    let contextTokens = shelf.windowOf(model);
    let last: Answer | null = null;
    for (;;) {
      const session = await sessions.open(shelf.versionOf(model), problem, question, contextTokens);
      const answer = await ask({ ...session, label, question }, watch, signal);
      // Stopped while the larger one is opened: what the full one gave is the answer.
      if (answer === null) return last;
      last = answer;
      const larger = answer.completion.finishReason === 'context' ? this.#grown(model, contextTokens) : null;
      if (larger === null || signal.aborted) return answer;
      onGrow(
        `The window of ${numberText(contextTokens)} tokens was full: ${model.label} is asked again with ${numberText(larger)}.`,
      );
      contextTokens = larger;
    }
  }

  /** Whether an interrupted answer can be continued: its model is on this device still. */
  canGoOn({ modelId }: UnfinishedAnswer): boolean {
    const model = this.#parts.shelf.find(modelId);
    return model !== null && this.#parts.files.isComplete(model);
  }

  /** Continues an interrupted answer. Null where it cannot, or the signal aborts before. */
  async goOn(record: UnfinishedAnswer, watch: AnswerWatch, signal: AbortSignal): Promise<Answer | null> {
    const { shelf, sessions } = this.#parts;
    await shelf.probe();
    const model = shelf.find(record.modelId);
    if (model === null || !this.canGoOn(record) || signal.aborted) return null;
    const { label, messages, sampling, prompt } = record;
    const session = await sessions.reopen(model, record);
    const asking = { ...session, label: `GPU: ${label}`, question: { messages, sampling, prompt } };
    return ask(asking, watch, signal);
  }

  /** The next larger window, where it may be taken; null where not. */
  #grown(model: GpuModel, contextTokens: number): number | null {
    const { shelf, files } = this.#parts;
    const larger = shelf.growWindow ? largerWindow(model, contextTokens) : null;
    if (larger === null) return null;
    const word = shelf.fitOf(model, files.missingBytes(model), larger)?.word ?? 'cannot';
    return word === 'cannot' || word === 'unlikely' ? null : larger;
  }
}
