/** The port of models on the GPU: what there is, a model for one answer, and whatever is held between answers. */
import type { ChatModel, ModelFailure } from '../chat-model.ts';
import type { GpuFacts } from './gpu-facts.ts';
import type { GpuModel } from './gpu-model.ts';

export interface GpuPort {
  /** Reads the browser's facts about the GPU. Never throws. */
  probe(): Promise<GpuFacts>;
  /** A model for one answer; nothing is loaded yet. */
  open(model: GpuModel, opening: GpuOpening): Promise<ChatModel>;
  /** Takes whatever model is held off the GPU. */
  free(): void;
  /** Deletes the journal of an interrupted answer. */
  forget(sessionId: string): Promise<void>;
  /** Resolves when no tab, this one included, has a model on the GPU. */
  whenFree(): Promise<void>;
  /** Calls the listener from now on whenever another model is held, or none. */
  onHeld(listener: (held: HeldModel | null) => void): void;
}

export interface GpuOpening {
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** Run a test prompt after loading; not if each token takes minutes. */
  readonly check: boolean;
  /** The GPU by its name, for the record of the answer; null or missing where it is not known. */
  readonly adapter?: string | null;
  /** Name of the journal in which the answer is kept, so that it can be continued; null keeps nothing. */
  readonly sessionId: string | null;
  /** Go on with the kept answer instead of beginning one: the request's messages are then the kept ones. */
  readonly continues: boolean;
  /** Called once, with the end of the load; null for a load that was stopped. */
  readonly onLoad?: (load: GpuLoad | null) => void;
  /** Called when the first token is there, and the journal with it. */
  readonly onStart?: () => void;
  /** Called once when an answer that had begun, in this visit or an earlier one, has ended. */
  readonly onEnd?: (end: GpuAnswerEnd) => void;
}

export type GpuLoad =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly failure: ModelFailure };

export interface GpuAnswerEnd {
  /** It ended by itself; an answer that was stopped or interrupted can be continued. */
  readonly whole: boolean;
  /** The user stopped it, and needs no notice of the interruption. */
  readonly stopped: boolean;
  readonly tokensPerSecond: number | null;
}

/** The model that is on the GPU, between answers too. */
export interface HeldModel {
  readonly model: GpuModel;
  readonly contextTokens: number;
}
