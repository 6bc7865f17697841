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
import type { OpenAIServer } from './openai-server.ts';
import { isRetryable, MOST_RETRIES, retryDelay } from '../../downloads/hosts/retry.ts';
import { isUnknownModel } from '../server-error.ts';
import { afterFailure, askedToWait, emptyReply } from '../failures.ts';
import type { TokenUsage } from '../../../domain/completion.ts';

export interface OpenAIModelOptions extends Partial<Limits> {
  /** The name the server knows it by. */
  readonly model: string;
  /** Milliseconds before the first retry, doubled for each further one. Default 1,000. */
  readonly retryBaseMs?: number;
  /**
   * A server that asks for a longer wait than this many milliseconds is taken at its word at once. Default 90,000: limits by the minute are waited for.
   */
  readonly longestWaitMs?: number;
}

const DEFAULTS = { firstTokenMs: 600_000, idleMs: 120_000, retryBaseMs: 1_000, longestWaitMs: 90_000 };

interface AskedWith {
  readonly request: GenerationRequest;
  readonly context: RequestContext;
  /** Parameters of the request that were not sent. */
  readonly refused: readonly string[];
}

interface Diagnosis {
  readonly failure: ModelFailure;
  readonly retryable: boolean;
  readonly retryAfterMs?: number | null;
}

/**
 * A model behind an OpenAI-compatible endpoint. Until the first token, a request that failed for a passing
 * reason is repeated up to three times, and one that the server refused for a field it does not take is
 * repeated without the field; what was learned so holds for the requests after it.
 */
export class OpenAIModel implements ChatModel {
  readonly id: string;
  readonly #server: OpenAIServer;
  readonly #model: string;
  readonly #limits: typeof DEFAULTS;
  readonly #life: ServerActivity = { lastMs: -Infinity };
  /** Tokens of prompt and completion together; null where the server does not say. */
  #contextTokens: number | null = null;
  /** Whether the server runs with these, and not only the model was trained for them. */
  #contextIsSure = false;
  #dialect: Dialect = COMMON_DIALECT;
  /** Tokens of the longest prompt that was answered with a text. */
  #longestPrompt = 0;
  /** The reason of the last interruption, until another answer has come. */
  #lastFailure: ModelFailure | null = null;

  constructor(server: OpenAIServer, options: OpenAIModelOptions) {
    this.id = `${options.model}@${server.endpoint.ok ? server.endpoint.endpoint.host : 'nowhere'}`;
    this.#server = server;
    this.#model = options.model;
    this.#limits = { ...DEFAULTS, ...options };
  }

  /**
   * Reads what the server's list says of the model. A list that cannot be read, or lacks the name, forbids nothing:
   * keys and proxies may keep it back, and many servers take names that they do not list.
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
    const found = findModel(listing.models, this.#model);
    if (found !== null) {
      const isVague = found.answersAnyName && !found.contextIsSure;
      const told = isVague ? ((await readLlamaServer(this.#server, signal))?.contextTokens ?? null) : null;
      // It may have been started anew, with another context, since the last answer.
      const listed = told ?? found.contextTokens;
      if (listed !== null) {
        this.#contextTokens = listed;
        this.#contextIsSure = told !== null || found.contextIsSure;
      }
    }
    return { ok: true, contextTokens: this.#contextTokens };
  }

  /** Without the key, should the server say it back. */
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
    let streams = true;
    /** The limit on tokens for asking once more, when the server's own has cut off what there was room for. */
    let room: number | null = null;
    for (;;) {
      const wanted =
        room === null ? request : { ...request, sampling: { ...request.sampling, maxTokens: room } };
      const body = requestBody(this.#model, wanted, dialect, this.#contextTokens, streams && dialect.streams);
      const tracker = new AnswerTracker();
      const call = { server: this.#server, context, body, limits: this.#limits, life: this.#life };
      const end = yield* tracker.allButEnd(attemptCompletion(call, signal));
      if (end.type === 'ended') {
        // A request stopped early has not shown that the server takes what was tried.
        if (!signal.aborted) this.#dialect = dialect;
        if (tracker.end === null) {
          this.#lastFailure = tracker.failure;
          return;
        }
        if (body['stream'] === true && tracker.isUncountedNothing && tracker.end.reason !== 'stopped') {
          // A proxy makes an ordinary end of the refusal that a server behind it kept to itself.
          streams = false;
          continue;
        }
        const isIgnored = ignoresLimit(tracker.usage, request.sampling.maxTokens);
        const omitted = omittedParameters(dialect, request);
        const asked = { request, context, refused: isIgnored ? [...omitted, TOKEN_LIMIT] : omitted };
        const last = await this.#judgeEnd(tracker, tracker.end, asked, signal);
        if (last.type === 'room' && room === null) {
          room = last.tokens;
          // The next ones need not be asked twice.
          dialect = { ...dialect, derivedLimit: true };
          this.#dialect = dialect;
          yield { type: 'restarted' };
          continue;
        }
        yield last.type === 'room' ? { ...tracker.end, cutBy: 'server', refused: asked.refused } : last;
        return;
      }
      if (end.type === 'empty' && body['stream'] === true) {
        // Some servers keep their words for who does not ask for a stream.
        streams = false;
        continue;
      }
      const adapted = end.type === 'refused' ? adaptDialect(dialect, end.error, body, request) : null;
      if (adapted !== null) {
        dialect = adapted;
        if (!adapted.derivedLimit) room = null;
        continue;
      }
      const { failure, retryable, retryAfterMs = null } = await this.#diagnose(end, context, body, signal);
      const inTime = (retryAfterMs ?? 0) <= this.#limits.longestWaitMs;
      if (!signal.aborted && (!retryable || !inTime || retries === MOST_RETRIES)) {
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

  /** Decides on an answer that came to its end: its last event, or that there are tokens left. */
  async #judgeEnd(
    tracker: AnswerTracker,
    end: Finished,
    { request, context, refused }: AskedWith,
    signal: AbortSignal,
  ): Promise<Finished | Failed | Extract<EndMeaning, { type: 'room' }>> {
    if (end.reason === 'stopped') return end;
    const isOllama = tracker.fingerprint === OLLAMA_FINGERPRINT;
    // It may have been started anew since the last answer; a look costs a millisecond.
    const running = isOllama ? await readOllama(this.#server, this.#model, signal) : null;
    if (isOllama) this.#contextTokens = running?.contextTokens ?? this.#contextTokens;
    const contextTokens = isOllama || this.#contextIsSure ? this.#contextTokens : null;
    const meaning = meaningOfEnd({
      ...{ reason: end.reason, usage: tracker.usage, isEmpty: tracker.isEmpty },
      ...{ wantedLimit: request.sampling.maxTokens, contextTokens, longestPrompt: this.#longestPrompt },
      leastPrompt: leastTokens(request.messages.map(({ content }) => content)),
    });
    this.#lastFailure = null;
    switch (meaning.type) {
      case 'own':
        if (!tracker.isEmpty)
          this.#longestPrompt = Math.max(this.#longestPrompt, tracker.usage?.promptTokens ?? 0);
        return {
          ...end,
          ...(meaning.cutBy && { cutBy: meaning.cutBy }),
          ...(refused.length > 0 && { refused }),
        };
      case 'room':
        return meaning;
      case 'prompt-cut':
      case 'slid': {
        const ollama = isOllama ? await ollamaContext(this.#server, this.#model, signal) : null;
        return { type: 'failed', failure: explainLostContext(context, meaning, contextTokens, ollama) };
      }
    }
  }

  dispose(): void {
    // Every request ends with its own signal; nothing is held between them.
  }

  async #diagnose(
    end: Exclude<AttemptEnd, { type: 'ended' }>,
    context: RequestContext,
    body: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Diagnosis> {
    if (end.type === 'empty') {
      const failure = emptyReply(context.endpoint.host);
      return { failure, retryable: false };
    }
    if (end.type === 'failed') return end;
    if (end.type === 'unreachable') {
      const failure = await this.#server.explainUnreachable(context, signal);
      const passes = failure.layer === 'network-or-cors';
      const before = passes ? this.#lastFailure : null;
      const whole = before === null ? failure : afterFailure(failure, before);
      return { failure: whole, retryable: passes };
    }
    const { error, retryAfterMs } = end;
    const listing =
      error.status === 404 || isUnknownModel(error) ? await this.#server.listModels(signal) : null;
    const failure = explainRefusal(error, context, listing?.ok ? listing.models : null, body);
    const passes = failure.layer !== 'context-overflow' && !error.code.includes('insufficient_quota');
    return { failure, retryable: passes && isRetryable(error.status), retryAfterMs };
  }
}

export type Finished = Extract<GenerationEvent, { type: 'finished' }>;
export type Failed = Extract<GenerationEvent, { type: 'failed' }>;

/** The facts about an answer when it ends. Reads its events and withholds the last one. */
export class AnswerTracker {
  /** Null until it came to an end. */
  end: Finished | null = null;
  /** Why it failed; null where it did not. */
  failure: ModelFailure | null = null;
  usage: TokenUsage | null = null;
  fingerprint: string | null = null;
  /** Neither reasoning nor text came. */
  isEmpty = true;

  /** Nothing came, and the server counted nothing: that the model said nothing is not shown. */
  get isUncountedNothing(): boolean {
    return this.isEmpty && typeof this.usage?.completionTokens !== 'number';
  }

  /** Passes on every event except `finished`. Leaving early closes the events. */
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
