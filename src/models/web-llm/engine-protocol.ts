/** The border between the page and the worker in which web-llm runs. Every message belongs to a job, but for the last two. */
import type { TokenLogprob } from '../chat-model.ts';
import type { PromptMessage } from '../../domain/prompt.ts';
import type { SamplingParameters } from '../../domain/completion.ts';
import type { GpuModelIntegrity } from './gpu-model.ts';

/** What web-llm is told of a model: the fields of its own record. */
export interface EngineModel {
  readonly id: string;
  readonly modelUrl: string;
  readonly libraryUrl: string;
  readonly requiredFeatures: readonly string[];
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly integrity: GpuModelIntegrity | null;
}

export interface EngineSession {
  readonly sessionId: string;
  readonly modelId: string;
  /** Tokens written before it broke off. */
  readonly tokens: number;
  /** It can be continued, not only read. */
  readonly resumable: boolean;
}

/** From the page to the worker. */
export type EngineCommand =
  | {
      readonly type: 'load';
      readonly job: number;
      readonly model: EngineModel;
      readonly contextTokens: number;
    }
  | {
      readonly type: 'generate';
      readonly job: number;
      readonly messages: readonly PromptMessage[];
      readonly sampling: SamplingParameters;
      readonly logprobs: boolean;
      /** Name under which the generation is kept, to be continued after a crash; null keeps nothing. */
      readonly sessionId: string | null;
    }
  | { readonly type: 'resume'; readonly job: number; readonly sessionId: string }
  /** Ends the running generation; its job still ends with `ended`. */
  | { readonly type: 'interrupt'; readonly job: number }
  | { readonly type: 'sessions'; readonly job: number }
  | { readonly type: 'forget'; readonly job: number; readonly sessionId: string };

/** From the worker to the page. Each job ends with exactly one of `done`, `ended`, `listed`, `failed`. */
export type EngineReply =
  /** The engine's own words about its progress, and a fraction that starts anew in each phase. */
  | { readonly type: 'phase'; readonly job: number; readonly text: string; readonly progress: number }
  /** All that a continued answer had before it broke off. */
  | { readonly type: 'recovered'; readonly job: number; readonly text: string; readonly tokens: number }
  /** `text` may be '' while a character is spread over several tokens. */
  | {
      readonly type: 'delta';
      readonly job: number;
      readonly text: string;
      readonly logprobs: readonly TokenLogprob[] | null;
      /** Tokens in the window by now, the newest not among them; null where the engine does not say. */
      readonly filled: number | null;
    }
  | { readonly type: 'ended'; readonly job: number; readonly end: EngineEnd }
  | { readonly type: 'listed'; readonly job: number; readonly sessions: readonly EngineSession[] }
  | { readonly type: 'done'; readonly job: number }
  | { readonly type: 'failed'; readonly job: number; readonly message: string }
  /** The device is gone: nothing that runs in this worker will come to an end. */
  | { readonly type: 'lost'; readonly message: string }
  /** An error of the device that no call reported, as when memory runs short. */
  | { readonly type: 'trouble'; readonly message: string };

export interface EngineEnd {
  /** As web-llm says it: stop, length, abort, … ; null when the stream closed without a word. */
  readonly reason: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly prefillTokensPerSecond: number | null;
  readonly decodeTokensPerSecond: number | null;
}
