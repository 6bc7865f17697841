/** The messages between the page and the worker in which web-llm runs; the calls are `EngineHost`'s. */
import type { TokenLogprob } from '../chat-model.ts';
import type { PromptMessage } from '../../domain/prompt.ts';
import type { SamplingParameters, TokenUsage } from '../../domain/completion.ts';
import type { GpuModel } from './gpu-model.ts';

/** The description of a model for web-llm: the fields of its own record. */
export type EngineModel = Pick<
  GpuModel,
  'id' | 'modelUrl' | 'libraryUrl' | 'requiredFeatures' | 'overrides' | 'integrity'
>;

export type EngineTask =
  | {
      readonly type: 'generate';
      readonly messages: readonly PromptMessage[];
      readonly sampling: SamplingParameters;
      readonly logprobs: boolean;
      /** Name under which the generation is kept, to be continued after a crash; null keeps nothing. */
      readonly sessionId: string | null;
    }
  /** Continues an interrupted generation. */
  | { readonly type: 'resume'; readonly sessionId: string };

/** The engine's own words about its progress, and a fraction that starts anew in each phase. */
export interface EnginePhase {
  readonly text: string;
  readonly progress: number;
}

/** A piece of a generation. */
export type EnginePiece =
  /** The text of a continued answer before its interruption. */
  | { readonly type: 'recovered'; readonly text: string; readonly tokens: number }
  /** `text` may be '' while a character is spread over several tokens. */
  | {
      readonly type: 'delta';
      readonly text: string;
      readonly logprobs: readonly TokenLogprob[] | null;
      /** Tokens in the window without the newest; null if the engine does not report them. */
      readonly filled: number | null;
    };

export interface EngineEnd {
  /** web-llm's word: stop, length, abort, …; null if the stream closed without one. */
  readonly reason: string | null;
  readonly usage: TokenUsage;
}

/** The error of a stored answer that cannot be continued. */
export const NOT_CONTINUED = 'NotContinued';

/** Events of the GPU. */
export interface DeviceListener {
  /** The device is gone: nothing that runs in this worker will come to an end. */
  lost(message: string): void;
  /** An error of the device that no call reported, as when memory runs short. */
  trouble(message: string): void;
}
