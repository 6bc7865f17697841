/**
 * The port of models on the GPU: facts about the GPU, a model for one answer, and the model that is held between
 * answers.
 */
import type { ChatModel, ModelFailure } from '../chat-model.ts';
import type { GpuFacts } from './gpu-facts.ts';
import type { GpuModel } from './gpu-model.ts';

export interface GpuPort {
  /** Reads the browser's facts about the GPU. Never throws. */
  probe(): Promise<GpuFacts>;
  /** Opens a model for one answer, without loading it. */
  open(model: GpuModel, opening: GpuOpening): Promise<ChatModel>;
  /** Removes the held model from the GPU. */
  free(): void;
  /** Deletes the journal of an interrupted answer. */
  forget(sessionId: string): Promise<void>;
  /** Resolves when no tab, this one included, has a model on the GPU. */
  whenFree(): Promise<void>;
  /** Registers a listener, which is called whenever another model is held, or none. */
  onHeld(listener: (held: HeldModel | null) => void): void;
}

export interface GpuOpening {
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** Whether to run a test prompt after loading. It does not run if each token takes minutes. */
  readonly check: boolean;
  /** The name of the GPU, for the record of the answer; null or missing when unknown. */
  readonly adapter?: string | null;
  /** Name of the journal that stores the answer, so that it can be continued; null stores nothing. */
  readonly sessionId: string | null;
  /** Whether to continue the stored answer. The messages of the request must then be those of the stored answer. */
  readonly continues: boolean;
  /** Called once with the end of the load; with null for a load that was stopped. */
  readonly onLoad?: (load: GpuLoad | null) => void;
  /** Called when the first token has arrived and the journal exists. */
  readonly onStart?: () => void;
  /** Called once when an answer ends that had begun, in this visit or an earlier one. */
  readonly onEnd?: (end: GpuAnswerEnd) => void;
}

export type GpuLoad =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly failure: ModelFailure };

export interface GpuAnswerEnd {
  /** Whether the model ended it. An answer that was stopped or interrupted can be continued. */
  readonly whole: boolean;
  /** Whether the user stopped it, so that no notice of the interruption is needed. */
  readonly stopped: boolean;
  readonly tokensPerSecond: number | null;
}

/** The model on the GPU, also between answers. */
export interface HeldModel {
  readonly model: GpuModel;
  readonly contextTokens: number;
}
