import type {
  ChatModel,
  GenerationEvent,
  GenerationRequest,
  LoadPhase,
  ModelFailure,
  Readiness,
} from '../../chat-model.ts';
import { failed } from '../../failure.ts';
import { pause } from '../../../base/pause.ts';
import { ignoresLimit, leastTokens, meaningOfEnd, type EndMeaning } from '../answer-end.ts';
import { attemptCompletion, type AttemptEnd, type Limits, type ServerActivity } from './attempt.ts';
import {
  explainLostContext,
  explainRefusal,
  isUnreachable,
  unknownModel,
  type RequestContext,
} from './diagnosis.ts';
import { readLlamaServer, OLLAMA_FINGERPRINT, ollamaContext, readOllama } from './own-interfaces.ts';
import {
  adaptDialect,
  COMMON_DIALECT,
  omittedParameters,
  requestBody,
  TOKEN_LIMIT,
  type Dialect,
} from '../dialect.ts';
import { findModel } from '../model-list.ts';
import type { EndpointAddress } from '../endpoint-port.ts';
import { OpenAIServer } from './openai-server.ts';
import { isRetryable, MOST_RETRIES, retryDelay } from '../../downloads/hosts/retry.ts';
import { isUnknownModel } from '../server-error.ts';
import { duration } from '../../../base/number-words.ts';
import type { TokenUsage } from '../../../domain/completion.ts';

export interface OpenAIModelOptions extends Partial<Limits> {
  /** The name of the model on the server. */
  readonly model: string;
  /** Milliseconds before the first retry, doubled for each further one. Default 1,000. */
  readonly retryBaseMs?: number;
  /**
   * Maximum time, in milliseconds, that a server may request before a retry. A longer wait is reported as a
   * failure at once. Default 90,000, which covers limits per minute.
   */
  readonly longestWaitMs?: number;
}

const DEFAULTS = { firstTokenMs: 600_000, idleMs: 120_000, retryBaseMs: 1_000, longestWaitMs: 90_000 };

interface AskedWith {
  readonly request: GenerationRequest;
  readonly context: RequestContext;
  /** Parameters of the request that were not sent. */
  readonly refusedParameters: readonly string[];
}

interface Diagnosis {
  readonly failure: ModelFailure;
  readonly isRetryable: boolean;
  readonly retryAfterMs?: number | null;
}

/**
 * A model behind an OpenAI-compatible endpoint. Before the first token, a request that failed for a temporary
 * reason is retried up to three times. A request that was rejected because of an unsupported field is retried
 * without the field, and later requests leave the field out, too.
 */
export class OpenAIModel implements ChatModel {
  readonly id: string;
  readonly #server: OpenAIServer;
  readonly #model: string;
  readonly #limits: typeof DEFAULTS;
  readonly #activity: ServerActivity = { lastMs: -Infinity };
  /**
   * Size of the context window in tokens, for prompt and completion together; null if the server does not
   * report it.
   */
  #contextTokens: number | null = null;
  /**
   * Whether the server runs with this context window. If false, it may be only the window that the model was
   * trained for.
   */
  #isContextSure = false;
  #dialect: Dialect = COMMON_DIALECT;
  /** Number of tokens of the longest prompt that was answered with text. */
  #longestPrompt = 0;
  /** The reason of the last interruption; null after a complete answer. */
  #lastFailure: ModelFailure | null = null;

  constructor(server: OpenAIServer, options: OpenAIModelOptions) {
    this.id = `${options.model}@${server.endpoint.ok ? server.endpoint.endpoint.host : 'nowhere'}`;
    this.#server = server;
    this.#model = options.model;
    this.#limits = { ...DEFAULTS, ...options };
  }

  /**
   * Reads the model's entry in the server's list. A list that cannot be read, or that lacks the name, is not
   * a failure: keys and proxies may hide the list, and many servers accept names that they do not list.
   */
  async load(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness> {
    onPhase({ step: 'Asking the server', fraction: null });
    if (!this.#server.endpoint.ok) return this.#server.endpoint;
    const { host } = this.#server.endpoint.endpoint;
    const listing = await this.#server.listModels(signal);
    if (this.#model === '')
      return listing.ok ? failed(unknownModel(host, this.#model, listing.models)) : listing;
    if (!listing.ok)
      return isUnreachable(listing.failure) ? listing : { ok: true, contextTokens: this.#contextTokens };
    const listedModel = findModel(listing.models, this.#model);
    if (listedModel !== null) {
      const isVague = listedModel.answersAnyName && !listedModel.contextIsSure;
      const runningContext = isVague
        ? ((await readLlamaServer(this.#server, signal))?.contextTokens ?? null)
        : null;
      // The server may have been restarted with a different context window since the last answer.
      const newContext = runningContext ?? listedModel.contextTokens;
      if (newContext !== null) {
        this.#contextTokens = newContext;
        this.#isContextSure = runningContext !== null || listedModel.contextIsSure;
      }
    }
    return { ok: true, contextTokens: this.#contextTokens };
  }

  /** Streams an answer. The key is removed from it, in case the server repeats the key. */
  generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    return this.#server.withoutKey(this.#ask(request, signal));
  }

  async *#ask(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    if (!this.#server.endpoint.ok) {
      yield { type: 'failed', failure: this.#server.endpoint.failure };
      return;
    }
    const context: RequestContext = {
      endpoint: this.#server.endpoint.endpoint,
      path: '/chat/completions',
      model: this.#model,
      origin: this.#server.origin,
    };
    let dialect = this.#dialect;
    let retries = 0;
    let isStreaming = true;
    /**
     * The token limit for a second request, after the server's own limit truncated an answer that had context
     * left.
     */
    let retryTokenLimit: number | null = null;
    for (;;) {
      const limitedRequest =
        retryTokenLimit === null
          ? request
          : { ...request, sampling: { ...request.sampling, maxTokens: retryTokenLimit } };
      const body = requestBody(
        this.#model,
        limitedRequest,
        dialect,
        this.#contextTokens,
        isStreaming && dialect.streams,
      );
      const tracker = new AnswerTracker();
      const call = { server: this.#server, context, body, limits: this.#limits, activity: this.#activity };
      const end = yield* tracker.allButEnd(attemptCompletion(call, signal));
      if (end.type === 'ended') {
        // A request that was stopped early does not show that the server accepts the dialect.
        if (!signal.aborted) this.#dialect = dialect;
        if (tracker.end === null) {
          this.#lastFailure = tracker.failure;
          return;
        }
        if (body['stream'] === true && tracker.isUncountedNothing && tracker.end.reason !== 'stopped') {
          // A proxy may report an ordinary end instead of an error of the server behind it. The request is
          // repeated without a stream.
          isStreaming = false;
          continue;
        }
        const isIgnored = ignoresLimit(tracker.usage, request.sampling.maxTokens);
        const omittedNames = omittedParameters(dialect, request);
        const requestDetails = {
          request,
          context,
          refusedParameters: isIgnored ? [...omittedNames, TOKEN_LIMIT] : omittedNames,
        };
        const last = await this.#judgeEnd(tracker, tracker.end, requestDetails, signal);
        if (last.type === 'room' && retryTokenLimit === null) {
          retryTokenLimit = last.tokens;
          // Later requests send a limit from the start.
          dialect = { ...dialect, derivedLimit: true };
          this.#dialect = dialect;
          yield { type: 'restarted' };
          continue;
        }
        yield last.type === 'room'
          ? { ...tracker.end, cutBy: 'server', refused: requestDetails.refusedParameters }
          : last;
        return;
      }
      if (end.type === 'empty' && body['stream'] === true) {
        // Some servers send the error only if no stream is requested.
        isStreaming = false;
        continue;
      }
      const adaptedDialect = end.type === 'refused' ? adaptDialect(dialect, end.error, body, request) : null;
      if (adaptedDialect !== null) {
        dialect = adaptedDialect;
        if (!adaptedDialect.derivedLimit) retryTokenLimit = null;
        continue;
      }
      const { failure, isRetryable, retryAfterMs = null } = await this.#diagnose(end, context, body, signal);
      const inTime = (retryAfterMs ?? 0) <= this.#limits.longestWaitMs;
      if (!signal.aborted && (!isRetryable || !inTime || retries === MOST_RETRIES)) {
        yield { type: 'failed', failure: inTime ? failure : askedToWait(failure, retryAfterMs ?? 0) };
        return;
      }
      retries++;
      const delayMs = retryDelay(retries, retryAfterMs, this.#limits.retryBaseMs, Math.random());
      if (!(await pause(delayMs, signal))) {
        yield { type: 'finished', reason: 'stopped', reasoningOpen: false };
        return;
      }
    }
  }

  /**
   * Determines how an answer ended. Returns its last event, or the number of tokens that were still available
   * for it.
   */
  async #judgeEnd(
    tracker: AnswerTracker,
    end: Finished,
    { request, context, refusedParameters }: AskedWith,
    signal: AbortSignal,
  ): Promise<Finished | Failed | Extract<EndMeaning, { type: 'room' }>> {
    if (end.reason === 'stopped') return end;
    const isOllama = tracker.fingerprint === OLLAMA_FINGERPRINT;
    // Ollama may have been restarted since the last answer. This request takes a millisecond.
    const runningServer = isOllama ? await readOllama(this.#server, this.#model, signal) : null;
    if (isOllama) this.#contextTokens = runningServer?.contextTokens ?? this.#contextTokens;
    const contextTokens = isOllama || this.#isContextSure ? this.#contextTokens : null;
    const endMeaning = meaningOfEnd({
      ...{ reason: end.reason, usage: tracker.usage, isEmpty: tracker.isEmpty },
      ...{ wantedLimit: request.sampling.maxTokens, contextTokens, longestPrompt: this.#longestPrompt },
      leastPrompt: leastTokens(request.messages.map(({ content }) => content)),
    });
    this.#lastFailure = null;
    switch (endMeaning.type) {
      case 'own':
        if (!tracker.isEmpty)
          this.#longestPrompt = Math.max(this.#longestPrompt, tracker.usage?.promptTokens ?? 0);
        return {
          ...end,
          ...(endMeaning.cutBy && { cutBy: endMeaning.cutBy }),
          ...(refusedParameters.length > 0 && { refused: refusedParameters }),
        };
      case 'room':
        return endMeaning;
      case 'prompt-cut':
      case 'slid': {
        const ollama = isOllama ? await ollamaContext(this.#server, this.#model, signal) : null;
        return { type: 'failed', failure: explainLostContext(context, endMeaning, contextTokens, ollama) };
      }
    }
  }

  dispose(): void {
    // Nothing to release: each request ends with its own signal.
  }

  async #diagnose(
    end: Exclude<AttemptEnd, { type: 'ended' }>,
    context: RequestContext,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Diagnosis> {
    if (end.type === 'empty') {
      const failure: ModelFailure = {
        layer: 'server',
        message: `${context.endpoint.host} answered with status 200 and an empty body.`,
        remedy: 'Look into the log of the server: some do so where the prompt does not fit the context.',
      };
      return { failure, isRetryable: false };
    }
    if (end.type === 'failed') return end;
    if (end.type === 'unreachable') {
      const failure = await this.#server.explainUnreachable(context, signal);
      const isTemporary = failure.layer === 'network-or-cors';
      const previousFailure = isTemporary ? this.#lastFailure : null;
      if (previousFailure === null) return { failure, isRetryable: isTemporary };
      // The server became unreachable after an earlier failure, which may explain why.
      const message = `${failure.message} Before that: ${previousFailure.message}`;
      return { failure: { ...failure, message }, isRetryable: isTemporary };
    }
    const { error, retryAfterMs } = end;
    const listing =
      error.status === 404 || isUnknownModel(error) ? await this.#server.listModels(signal) : null;
    const failure = explainRefusal(error, context, listing?.ok ? listing.models : null, body);
    const isPassing = failure.layer !== 'context-overflow' && !error.code.includes('insufficient_quota');
    return { failure, isRetryable: isPassing && isRetryable(error.status), retryAfterMs };
  }
}

/** @param waitMs milliseconds that the server requests before a retry; this advice replaces the remedy */
function askedToWait(failure: ModelFailure, waitMs: number): ModelFailure {
  const waitText = duration(Math.ceil(waitMs / 1000) * 1000);
  return { ...failure, remedy: `Wait ${waitText}, as the server asks, and try again.`, waitMs };
}

type Finished = Extract<GenerationEvent, { type: 'finished' }>;
type Failed = Extract<GenerationEvent, { type: 'failed' }>;

/** Collects the facts about an answer from its events, and withholds the last event. */
class AnswerTracker {
  /** Null before the end. */
  end: Finished | null = null;
  /** The reason why the answer failed; null if it did not fail. */
  failure: ModelFailure | null = null;
  usage: TokenUsage | null = null;
  fingerprint: string | null = null;
  /** Whether neither reasoning nor text arrived. */
  isEmpty = true;

  /** Whether nothing arrived and the server counted no tokens. The model may have answered nevertheless. */
  get isUncountedNothing(): boolean {
    return this.isEmpty && typeof this.usage?.completionTokens !== 'number';
  }

  /** Passes on all events except `finished`. Leaving the loop early closes the events. */
  async *allButEnd<End>(events: AsyncGenerator<GenerationEvent, End>): AsyncGenerator<GenerationEvent, End> {
    try {
      for (;;) {
        const { done, value } = await events.next();
        if (done === true) return value;
        this.#read(value);
        if (value.type !== 'finished') yield value;
      }
    } finally {
      await events.return(undefined as End);
    }
  }

  #read(event: GenerationEvent): void {
    if (event.type === 'finished') this.end = event;
    else if (event.type === 'failed') this.failure = event.failure;
    else if (event.type === 'usage') this.usage = event.usage;
    else if (event.type === 'identified') this.fingerprint = event.fingerprint;
    else if (event.type === 'text' || event.type === 'reasoning') this.isEmpty = false;
  }
}

/** Maximum number of models that `KnownModels` keeps. */
const MAX_MODELS = 16;

/**
 * The models that received a request in this visit, by address, key and model. The findings of one answer
 * about a server apply to the next: the fields that it accepts, its context length, and the time of its last
 * byte.
 */
export class KnownModels {
  /** Ordered by last use, the most recent last. */
  readonly #models = new Map<string, OpenAIModel>();
  readonly #serverOf: (address: EndpointAddress) => OpenAIServer;

  constructor(
    serverOf: (address: EndpointAddress) => OpenAIServer = ({ baseUrl, key }) =>
      new OpenAIServer({ address: baseUrl, key }),
  ) {
    this.#serverOf = serverOf;
  }

  /** Returns the same model for the same arguments. */
  modelOf(address: EndpointAddress, model: string): OpenAIModel {
    const name = addressedName(address, model);
    const instance = this.#models.get(name) ?? new OpenAIModel(this.#serverOf(address), { model });
    this.#models.delete(name);
    this.#models.set(name, instance);
    const [oldestName] = this.#models.keys();
    if (this.#models.size > MAX_MODELS && oldestName !== undefined) this.#models.delete(oldestName);
    return instance;
  }

  /** Discards all findings about a model, because its server may have been restarted with other options. */
  forget(address: EndpointAddress, model: string): void {
    this.#models.delete(addressedName(address, model));
  }
}

function addressedName({ baseUrl, key }: EndpointAddress, model: string): string {
  return JSON.stringify([baseUrl, key, model]);
}
