/** Asks models on the GPU: it enlarges a full window, and continues an interrupted answer. */
import { numberText } from '../../base/number-words.ts';
import type { ProblemRef } from '../../domain/problem.ts';
import type { UnfinishedAnswer } from '../../domain/answer.ts';
import type { Fit } from '../web-llm/fit.ts';
import type { GpuModel } from '../web-llm/gpu-model.ts';
import { largerWindow } from '../web-llm/windows.ts';
import type { LocalAskers, ModelSession } from './asker.ts';
import type { GpuSessions } from './gpu-sessions.ts';
import type { Question } from './question.ts';

/** The facts about models for the GPU that an asker needs. */
export interface KnownGpuModels {
  readonly models: readonly GpuModel[];
  /** Asks the browser for the GPU. The members below need it. */
  probe(): Promise<void>;
  find(id: string): GpuModel | null;
  /** Returns the version of a model for this GPU: the model itself, or its twin in single floats. */
  versionOf(model: GpuModel): GpuModel;
  /** Returns the window chosen for a model, in tokens. */
  windowOf(model: GpuModel): number;
  /** Whether an answer that filled its window is asked for again with a larger one. */
  readonly growWindow: boolean;
  /** Null before `probe`. */
  fitOf(model: GpuModel, missingBytes: number | null, contextTokens: number): Fit | null;
}

export interface GpuAskerParts {
  readonly gpu: KnownGpuModels;
  readonly downloads: {
    isComplete(model: GpuModel): boolean;
    /** Bytes that are not downloaded yet; null when unknown. */
    missingBytes(model: GpuModel): number | null;
  };
  readonly sessions: Pick<GpuSessions, 'open' | 'reopen'>;
  /** Called with a sentence for the user each time a model is asked again with a larger window. */
  readonly onGrow: (notice: string) => void;
}

export class GpuAsker implements LocalAsker {
  readonly #parts: GpuAskerParts;

  constructor(parts: GpuAskerParts) {
    this.#parts = parts;
  }

  /** The models whose files are all on this device. */
  get ready(): readonly GpuModel[] {
    return this.#parts.gpu.models.filter((model) => this.#isStored(model));
  }

  find(id: string): GpuModel | null {
    return this.#parts.gpu.find(id);
  }

  async isReady(id: string): Promise<boolean> {
    await this.#parts.gpu.probe();
    const model = this.find(id);
    return model !== null && this.#isStored(model);
  }

  async open(
    id: string,
    problem: ProblemRef,
    question: Question,
    signal: AbortSignal,
  ): Promise<ModelSession | null> {
    const { gpu } = this.#parts;
    await gpu.probe();
    const model = this.find(id);
    if (model === null || signal.aborted) return null;
    return this.#open(model, problem, question, gpu.windowOf(model));
  }

  canContinue({ modelId }: UnfinishedAnswer): boolean {
    const model = this.find(modelId);
    return model !== null && this.#parts.downloads.isComplete(model);
  }

  async reopen(record: UnfinishedAnswer, signal: AbortSignal): Promise<ModelSession | null> {
    const { gpu, sessions } = this.#parts;
    await gpu.probe();
    const model = this.find(record.modelId);
    if (model === null || !this.canContinue(record) || signal.aborted) return null;
    return sessions.reopen(model, record);
  }

  #isStored(model: GpuModel): boolean {
    return this.#parts.downloads.isComplete(this.#parts.gpu.versionOf(model));
  }

  async #open(
    model: GpuModel,
    problem: ProblemRef,
    question: Question,
    contextTokens: number,
  ): Promise<ModelSession> {
    const { gpu, sessions, onGrow } = this.#parts;
    const session = await sessions.open(gpu.versionOf(model), problem, question, contextTokens);
    return {
      ...session,
      larger: async () => {
        const larger = this.#larger(model, contextTokens);
        if (larger === null) return null;
        onGrow(
          `The window of ${numberText(contextTokens)} tokens was full: ${model.label} is asked again with ${numberText(larger)}.`,
        );
        return this.#open(model, problem, question, larger);
      },
    };
  }

  /** Returns the next larger window if the user allows it and it may fit; null otherwise. */
  #larger(model: GpuModel, contextTokens: number): number | null {
    const { gpu, downloads } = this.#parts;
    const larger = gpu.growWindow ? largerWindow(model, contextTokens) : null;
    if (larger === null) return null;
    const word = gpu.fitOf(model, downloads.missingBytes(model), larger)?.word ?? 'cannot';
    return word === 'cannot' || word === 'unlikely' ? null : larger;
  }
}

type LocalAsker = LocalAskers['askers']['gpu'];
