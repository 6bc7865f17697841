import type {
  ChatModel,
  GenerationEvent,
  GenerationRequest,
  LoadPhase,
  ModelFailure,
  Readiness,
  SampleEvent,
} from '../../chat-model.ts';
import { pause } from '../../../base/pause.ts';
import { askEach, USUAL_CAP, withSeed } from '../../asking/samples.ts';
import { attemptCompletion, type AttemptEnd, type Limits } from './attempt.ts';
import { explainRefusal, unknownModel, type RequestContext } from './diagnosis.ts';
import { adaptDialect, COMMON_DIALECT, leftOut, requestBody, type Dialect } from '../dialect.ts';
import { findModel } from '../model-list.ts';
import type { OpenAIServer } from './openai-server.ts';
import { isRetryable, MOST_RETRIES, retryDelay } from '../../downloads/hosts/retry.ts';
import { isUnknownModel } from '../server-error.ts';

export interface OpenAIModelOptions extends Partial<Limits> {
  /** The name the server knows it by. */
  readonly model: string;
  /** Tokens of prompt and completion together; learned by `load` where the server says and this is null. */
  readonly contextTokens?: number | null;
  /** The server's chat template ends the prompt with `<think>` and the server does not split reasoning. */
  readonly startsInReasoning?: boolean;
  /** Milliseconds before the first retry, doubled for each further one. Default 1,000. */
  readonly retryBaseMs?: number;
  /** A server that asks for a longer wait than this many milliseconds is taken at its word at once. Default 60,000. */
  readonly longestWaitMs?: number;
}

const DEFAULTS = { firstTokenMs: 600_000, idleMs: 120_000, retryBaseMs: 1_000, longestWaitMs: 60_000 };

interface Diagnosis {
  readonly failure: ModelFailure;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
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
  readonly #startsInReasoning: boolean;
  readonly #limits: typeof DEFAULTS;
  #contextTokens: number | null;
  #dialect: Dialect = COMMON_DIALECT;

  constructor(server: OpenAIServer, options: OpenAIModelOptions) {
    this.id = `${options.model}@${server.endpoint.ok ? server.endpoint.endpoint.host : 'nowhere'}`;
    this.#server = server;
    this.#model = options.model;
    this.#startsInReasoning = options.startsInReasoning ?? false;
    this.#contextTokens = options.contextTokens ?? null;
    this.#limits = {
      firstTokenMs: options.firstTokenMs ?? DEFAULTS.firstTokenMs,
      idleMs: options.idleMs ?? DEFAULTS.idleMs,
      retryBaseMs: options.retryBaseMs ?? DEFAULTS.retryBaseMs,
      longestWaitMs: options.longestWaitMs ?? DEFAULTS.longestWaitMs,
    };
  }

  /** Sampling parameters this server has refused, and which are therefore not sent: 'temperature', 'top-p', 'seed', 'log-probabilities'. */
  get refusedParameters(): readonly string[] {
    return leftOut(this.#dialect);
  }

  /** Looks for the model in the server's list; a server without a list is believed. */
  async load(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness> {
    onPhase({ label: 'Asking the server', fraction: null });
    if (!this.#server.endpoint.ok) return this.#server.endpoint;
    const { host } = this.#server.endpoint.endpoint;
    const listing = await this.#server.listModels(signal);
    if (!listing.ok) {
      const hasNoList = listing.failure.layer === 'address' && this.#model !== '';
      return hasNoList ? { ok: true, contextTokens: this.#contextTokens } : listing;
    }
    const found = findModel(listing.models, this.#model);
    if (this.#model === '' || (found === null && listing.models.length > 0)) {
      const names = listing.models.map(({ name }) => name);
      return { ok: false, failure: unknownModel(host, this.#model, names) };
    }
    this.#contextTokens ??= found?.contextTokens ?? null;
    return { ok: true, contextTokens: this.#contextTokens };
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    for await (const { event } of this.#asked(request, 1, signal)) yield event;
  }

  /**
   * One request with `n` choices. What the server leaves out of them, because it does not know or refuses
   * `n`, is asked for one by one; such a server is not asked for several again.
   */
  async *generateSamples(
    request: GenerationRequest,
    n: number,
    signal: AbortSignal,
    cap = USUAL_CAP,
  ): AsyncGenerator<SampleEvent> {
    let missing: readonly number[] = Array.from({ length: n }, (_, index) => index);
    if (n > 1 && this.#dialect.choices) missing = yield* this.#asked(request, n, signal);
    if (missing.length === 0) return;
    if (n > 1 && missing.length === n - 1) this.#dialect = { ...this.#dialect, choices: false };
    const alone = (index: number, each: AbortSignal) => this.generate(withSeed(request, index), each);
    yield* askEach(missing, cap, alone, signal);
  }

  /** Without the key, should the server say it back. */
  #asked(
    request: GenerationRequest,
    n: number,
    signal: AbortSignal,
  ): AsyncGenerator<SampleEvent, readonly number[]> {
    return this.#server.withoutKey(this.#ask(request, n, signal));
  }

  /** Gives the indexes for which nothing came. */
  async *#ask(
    request: GenerationRequest,
    n: number,
    signal: AbortSignal,
  ): AsyncGenerator<SampleEvent, readonly number[]> {
    const all = Array.from({ length: n }, (_, index) => index);
    const toAll = (event: GenerationEvent): SampleEvent[] => all.map((index) => ({ index, event }));
    if (!this.#server.endpoint.ok) {
      yield* toAll({ type: 'failed', failure: this.#server.endpoint.failure });
      return [];
    }
    const context: RequestContext = {
      endpoint: this.#server.endpoint.endpoint,
      path: '/chat/completions',
      model: this.#model,
      origin: this.#server.origin,
    };
    let dialect = this.#dialect;
    let retries = 0;
    for (;;) {
      const body = requestBody(this.#model, request, dialect, this.#contextTokens, n);
      const end = yield* attemptCompletion(
        {
          server: this.#server,
          context,
          body,
          n,
          limits: this.#limits,
          startsInReasoning: this.#startsInReasoning,
        },
        signal,
      );
      if (end.type === 'ended') {
        // A request stopped early has not shown that the server takes what was tried.
        if (!signal.aborted) this.#dialect = dialect;
        return end.missing;
      }
      const adapted = end.type === 'refused' ? adaptDialect(dialect, end.error, body, request) : null;
      if (adapted !== null) {
        dialect = adapted;
        if (n === 1 || dialect.choices) continue;
        this.#dialect = dialect;
        return all;
      }
      const { failure, retryable, retryAfterMs } = await this.#diagnose(end, context, signal);
      const inTime = (retryAfterMs ?? 0) <= this.#limits.longestWaitMs;
      if (!signal.aborted && (!retryable || !inTime || retries === MOST_RETRIES)) {
        yield* toAll({ type: 'failed', failure: inTime ? failure : withWait(failure, retryAfterMs ?? 0) });
        return [];
      }
      retries++;
      const delayMs = retryDelay(retries, retryAfterMs, this.#limits.retryBaseMs, Math.random());
      if (!(await pause(delayMs, signal))) {
        yield* toAll({ type: 'finished', reason: 'stopped', reasoningOpen: false });
        return [];
      }
    }
  }

  dispose(): void {
    // Every request ends with its own signal; nothing is held between them.
  }

  async #diagnose(
    end: Exclude<AttemptEnd, { type: 'ended' }>,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<Diagnosis> {
    if (end.type === 'failed') return { failure: end.failure, retryable: end.retryable, retryAfterMs: null };
    if (end.type === 'unreachable') {
      const failure = await this.#server.explainUnreachable(context, signal);
      return {
        failure,
        retryable: failure.layer !== 'cors' && failure.layer !== 'redirect',
        retryAfterMs: null,
      };
    }
    const { error, retryAfterMs } = end;
    const listing =
      error.status === 404 || isUnknownModel(error) ? await this.#server.listModels(signal) : null;
    const available = listing?.ok ? listing.models.map(({ name }) => name) : null;
    const failure = explainRefusal(error, context, available);
    const passes = failure.layer !== 'context-overflow' && !error.code.includes('insufficient_quota');
    return { failure, retryable: passes && isRetryable(error.status), retryAfterMs };
  }
}

function withWait(failure: ModelFailure, waitMs: number): ModelFailure {
  return { ...failure, remedy: `Wait ${Math.ceil(waitMs / 1000)} s, as the server asks, and try again.` };
}
