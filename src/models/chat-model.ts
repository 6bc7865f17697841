/**
 * The port of all models: recorded answers, an OpenAI-compatible endpoint, a model on this
 * machine's GPU or CPU. A generation is a stream of events; whatever goes wrong is an event too, so
 * that text which has already arrived is never lost with an exception.
 */
import type { AnswerFailure, WindowFill } from '../domain/answer.ts';
import type { PromptMessage } from '../domain/prompt.ts';
import type { CutBy, FinishReason, SamplingParameters, TokenUsage } from '../domain/completion.ts';

export interface GenerationRequest {
  readonly messages: readonly PromptMessage[];
  readonly sampling: SamplingParameters;
  /** Ask for the log-probability of each token, where the model offers it. */
  readonly logprobs?: boolean;
}

/** Where a request failed, outermost first. Each has its own remedy. */
export type FailureLayer =
  | 'address'
  | 'mixed-content'
  /** No connection. Browsers report the same for CORS, which is ruled out if that can be tested. */
  | 'network-or-cors'
  /** The server answers, but does not admit this page's origin. */
  | 'cors'
  /** The server sends on to another address, and nothing that carries a prompt or a key follows. */
  | 'redirect'
  | 'unauthorized'
  /** Status 403: the key, the page or this prompt alone is refused. */
  | 'forbidden'
  /** The prompt was refused for its content. */
  | 'moderation'
  /** The server does not accept the settings of the request: a value, no token limit, a system message. */
  | 'parameter'
  | 'model-not-found'
  | 'rate-limited'
  /** The account has no credit left for the request. */
  | 'no-credit'
  /** The prompt, or the prompt with the tokens asked for, does not fit, by the server's own report. */
  | 'context-overflow'
  /** The same without a report: the server shortened the prompt, or moved the window while it answered. */
  | 'context'
  | 'timeout'
  | 'server'
  /** The server is there, and takes no work for now: it starts, or has too much to do (502, 503). */
  | 'busy'
  /** The answer began, and ended without an end of the model's own. */
  | 'cut'
  | 'protocol'
  /** The browser asked whether this page may reach the local network, and the answer was no. */
  | 'local-network'
  /** No WebGPU, no adapter, or an adapter that lacks what the model needs. */
  | 'no-gpu'
  /** The GPU went away while it worked. */
  | 'gpu-lost'
  | 'out-of-memory'
  /** The model was loaded and writes noise. */
  | 'garbage'
  /** The model's compiled library is of another version than the engine. */
  | 'library'
  /** The model's files are not all on this device. */
  | 'not-downloaded'
  | 'download'
  | 'storage'
  /** Another tab of this app holds what the model needs. */
  | 'in-use';

/** The failure of a model, with its place. */
export interface ModelFailure extends AnswerFailure {
  readonly layer: FailureLayer;
}

export type GenerationEvent =
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /**
   * All text so far was reasoning: a closing `</think>` came without an opening one. At most once, and
   * `CompletionCollector` applies it; a reader that shows deltas must apply it too.
   */
  | { readonly type: 'reclassified' }
  /** The output so far is void: the question is asked again. */
  | { readonly type: 'restarted' }
  /** The fill of the model's window. Models on this machine report it at the start and at intervals. */
  | { readonly type: 'window'; readonly window: WindowFill }
  /** The model that answers, by its own report; null for fields that it does not report. */
  | { readonly type: 'identified'; readonly model: string | null; readonly fingerprint: string | null }
  | { readonly type: 'logprobs'; readonly tokens: readonly TokenLogprob[] }
  | { readonly type: 'usage'; readonly usage: TokenUsage }
  | {
      readonly type: 'finished';
      readonly reason: FinishReason;
      readonly reasoningOpen: boolean;
      /** The reasoning came in a field of its own, and not between tags. */
      readonly splitByServer?: boolean;
      /** The owner of the limit that truncated the answer, if known. */
      readonly cutBy?: CutBy;
      /** Parameters of the request that had no effect: the server does not take them, and most were not sent. */
      readonly refused?: readonly string[];
    }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

export interface TokenLogprob {
  readonly token: string;
  /** Natural logarithm of the token's probability, at most 0. */
  readonly logprob: number;
}

/** Reason of a signal that is aborted because the answer was left, not because the user stopped it. */
export const ANSWER_LEFT = 'answer-left';

/** Progress of making a model ready; `fraction` in [0, 1] or null when unknown. */
export interface LoadPhase {
  /** The step, as the page shows it. */
  readonly step: string;
  readonly fraction: number | null;
}

/** Whether a model can answer here and now. */
export type Readiness =
  | { readonly ok: true; readonly contextTokens: number | null }
  | { readonly ok: false; readonly failure: ModelFailure };

export interface ChatModel {
  /** Stable name, stored with every completion. */
  readonly id: string;
  /** Makes the model ready. Where nothing has to be loaded, it costs one small request at most. */
  load(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness>;
  /**
   * Streams one completion. Ends with exactly one `finished` or `failed` event; an aborted signal ends
   * it with `finished` and reason `stopped`. Never throws for a failure of the model or the network.
   */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncIterable<GenerationEvent>;
  dispose(): void;
}
