/**
 * The port of all models: recorded answers, an OpenAI-compatible endpoint, a model on this machine's GPU or CPU. A
 * generation is a stream of events. A failure is an event, too, so that an exception never discards text that has
 * already arrived.
 */
import type { AnswerFailure, WindowFill } from '../domain/answer.ts';
import type { PromptMessage } from '../domain/prompt.ts';
import type { CutBy, FinishReason, SamplingParameters, TokenUsage } from '../domain/completion.ts';

export interface GenerationRequest {
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** Whether to request the log-probability of each token. Some models do not offer it. */
  readonly logprobs?: boolean;
}

/** The layer where a request failed, outermost first. Each layer has its own remedy. */
export type FailureLayer =
  | 'address'
  | 'mixed-content'
  /**
   * No connection, or a CORS error: browsers report both in the same way. CORS is excluded if a test request
   * is possible.
   */
  | 'network-or-cors'
  /** The server responds, but does not allow this page's origin. */
  | 'cors'
  /** The server redirects to another address. Requests with a prompt or a key do not follow redirects. */
  | 'redirect'
  | 'unauthorized'
  /** Status 403: the server rejects the key, the page or only this prompt. */
  | 'forbidden'
  /** The prompt was rejected because of its content. */
  | 'moderation'
  /** The server does not accept a setting of the request: a value, the missing token limit, a system message. */
  | 'parameter'
  | 'model-not-found'
  | 'rate-limited'
  /** The account has no credit left for the request. */
  | 'no-credit'
  /**
   * The server reports that the prompt, or the prompt with the requested tokens, does not fit its context
   * window.
   */
  | 'context-overflow'
  /**
   * The context overflowed, and the server did not report it: it truncated the prompt, or shifted the window
   * during the answer.
   */
  | 'context'
  | 'timeout'
  | 'server'
  /** The server accepts no requests now, because it is starting or overloaded (502, 503). */
  | 'busy'
  /** The answer began, and was cut off before the model finished it. */
  | 'cut'
  | 'protocol'
  /** The permission to access the local network was denied. */
  | 'local-network'
  /** No WebGPU, no adapter, or an adapter without a feature that the model needs. */
  | 'no-gpu'
  /** The GPU was lost during its work. */
  | 'gpu-lost'
  | 'out-of-memory'
  /** The model was loaded, but its output is noise. */
  | 'garbage'
  /** The model's compiled library was made for another version of the engine. */
  | 'library'
  /** Some of the model's files are not on this device. */
  | 'not-downloaded'
  | 'download'
  | 'storage'
  /** Another tab of this app uses the GPU or the files that the model needs. */
  | 'in-use';

/** The failure of a model, with its layer. */
export interface ModelFailure extends AnswerFailure {
  readonly layer: FailureLayer;
}

export type GenerationEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /**
   * All text so far was reasoning: a closing `</think>` came without an opening one. Sent at most once.
   * `CompletionCollector` applies it; a reader that shows deltas must apply it, too.
   */
  | { readonly type: 'reclassified' }
  /** The output so far is discarded, because the request is repeated. */
  | { readonly type: 'restarted' }
  /** How full the model's context window is. Models on this machine report it at the start and at intervals. */
  | { readonly type: 'window'; readonly window: WindowFill }
  /**
   * The model that generates the answer, as the server reports it. A field that the server does not report is
   * null.
   */
  | { readonly type: 'identified'; readonly model: string | null; readonly fingerprint: string | null }
  | { readonly type: 'logprobs'; readonly tokens: readonly TokenLogprob[] }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  | {
      readonly type: 'finished';
      readonly reason: FinishReason;
      readonly reasoningOpen: boolean;
      /** Whether the server sent the reasoning in a separate field, rather than between tags. */
      readonly splitByServer?: boolean;
      /** The owner of the limit that truncated the answer, if known. */
      readonly cutBy?: CutBy;
      /**
       * Parameters of the request that had no effect. The server does not accept them; most were not sent.
       */
      readonly refused?: readonly string[];
    }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

export interface TokenLogprob {
  readonly token: string;
  /** Natural logarithm of the token's probability, at most 0. */
  readonly logprob: number;
}

/**
 * Abort reason of a signal when the page leaves an answer. It means that the user did not stop the answer.
 */
export const ANSWER_LEFT = 'answer-left';

/** Progress of loading a model. `fraction` is in [0, 1], or null if it is unknown. */
export interface LoadPhase {
  /** The name of the step that the page shows. */
  readonly step: string;
  readonly fraction: number | null;
}

/** Whether a model can answer now, and the reason if it cannot. */
export type Readiness =
  | { readonly ok: true; readonly contextTokens: number | null }
  | { readonly ok: false; readonly failure: ModelFailure };

export interface ChatModel {
  /** Stable name, stored with every completion. */
  readonly id: string;
  /** Loads the model. If nothing has to be loaded, sends at most one small request. */
  load(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness>;
  /**
   * Streams one completion. Ends with exactly one `finished` or `failed` event; an aborted signal ends
   * it with `finished` and reason `stopped`. Never throws for a failure of the model or the network.
   */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<GenerationEvent>;
  dispose(): void;
}
