/** The messages between the page and the worker that runs web-llm. `EngineHost` defines the calls. */
import type { TokenLogprob } from '../chat-model.ts';
import type { PromptMessage } from '../../domain/prompt.ts';
import type { SamplingParameters, TokenUsage } from '../../domain/completion.ts';

export type EngineTask =
  | {
      readonly type: 'generate';
      readonly messages: readonly PromptMessage[];
      readonly sampling: SamplingParameters;
      readonly logprobs: boolean;
      /**
       * Name of the journal that stores the generation, so that it can be continued after a crash. If null,
       * nothing is stored.
       */
      readonly sessionId: string | null;
    }
  /** Continues an interrupted generation. */
  | { readonly type: 'resume'; readonly sessionId: string };

/** The engine's progress message, and a fraction that starts again at 0 in each phase. */
export interface EnginePhase {
  readonly text: string;
  readonly progress: number;
}

/** A piece of a generation. */
export type EnginePiece =
  /** The part of a continued answer from before its interruption. */
  | { readonly type: 'recovered'; readonly text: string; readonly tokens: number }
  /** `text` is '' while a character is incomplete, because it spans several tokens. */
  | {
      readonly type: 'delta';
      readonly text: string;
      readonly logprobs: readonly TokenLogprob[] | null;
      /** Number of tokens in the window, without the newest; null if the engine does not report it. */
      readonly filled: number | null;
    };

export interface EngineEnd {
  /**
   * The finish reason that web-llm reports: stop, length, abort, …; null if the stream closed without one.
   */
  readonly reason: string | null;
  readonly usage: TokenUsage;
}

/** Name of the error for a stored answer that cannot be continued. */
export const NOT_CONTINUED = 'NotContinued';

/** Callbacks for events of the GPU. */
export interface DeviceListener {
  /** Called when the device is lost. Nothing that runs in this worker will finish after that. */
  lost(message: string): void;
  /** Called with an error of the device that no call reported, for example when memory runs out. */
  trouble(message: string): void;
}
