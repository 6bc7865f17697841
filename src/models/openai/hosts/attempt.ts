import type { FinishReason } from '../../../domain/completion.ts';
import type { ModelFailure, SampleEvent } from '../../chat-model.ts';
import { boundedText } from './bounded-text.ts';
import { AnswerGroup } from './answer-group.ts';
import { parseChatChunk } from '../chat-chunk.ts';
import {
  explainBroken,
  explainProtocol,
  explainRefusal,
  explainSilence,
  type RequestContext,
} from './diagnosis.ts';
import { parseJson } from '../../json-shapes.ts';
import type { OpenAIServer } from './openai-server.ts';
import { readRetryAfter } from '../../downloads/hosts/retry.ts';
import type { ServerError } from '../server-error.ts';
import { isRedirect } from './redirects.ts';
import { readServerEvents } from './sse.ts';
import { Watchdog, type Absence } from '../../downloads/hosts/watchdog.ts';

/** A server that has given its finish reason owes no more than the usage. */
const AFTER_FINISH_MS = 5_000;

export interface Limits {
  /** Milliseconds of silence before the first token: a queue and a long prompt take their time. */
  readonly firstTokenMs: number;
  /** Milliseconds of silence between bytes. */
  readonly idleMs: number;
}

export interface Call {
  readonly server: OpenAIServer;
  readonly context: RequestContext;
  readonly body: Readonly<Record<string, unknown>>;
  /** How many choices the body asks for. */
  readonly n: number;
  readonly limits: Limits;
  readonly startsInReasoning: boolean;
}

/** How an attempt ended. Only after 'ended' have events been given; the others may be tried again. */
export type AttemptEnd =
  /** Every index has had its `finished` or `failed`, except those that the server never began. */
  | { readonly type: 'ended'; readonly missing: readonly number[] }
  | { readonly type: 'refused'; readonly error: ServerError; readonly retryAfterMs: number | null }
  /** No response at all. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'failed'; readonly failure: ModelFailure; readonly retryable: boolean };

type Events = AsyncGenerator<SampleEvent, AttemptEnd>;

/** Asks once for `n` completions. Leaving the loop early, as an aborted signal, closes the connection. */
export async function* attemptCompletion(call: Call, signal: AbortSignal): Events {
  const watchdog = new Watchdog(signal);
  const attempt = new Attempt(call, watchdog);
  try {
    return yield* attempt.run();
  } finally {
    watchdog.close();
  }
}

class Attempt {
  readonly #call: Call;
  readonly #watchdog: Watchdog;
  readonly #answers: AnswerGroup;

  constructor(call: Call, watchdog: Watchdog) {
    this.#call = call;
    this.#watchdog = watchdog;
    this.#answers = new AnswerGroup(call.n, { startsInReasoning: call.startsInReasoning });
  }

  async *run(): Events {
    const { server, context, body, limits } = this.#call;
    const request = server.request(context.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: this.#watchdog.signal,
    });
    const arrival = await this.#watchdog.within(this.#limitMs(), request);
    if (!arrival.arrived) {
      if (arrival.why === 'broken') return { type: 'unreachable' };
      return yield* this.#absent(arrival.why);
    }
    const response = arrival.value;
    if (isRedirect(response)) {
      return yield* this.#fail(await server.explainRedirect(context, this.#watchdog.signal), false);
    }
    if (!response.ok) {
      const said = await this.#watchdog.within(limits.idleMs, boundedText(response));
      if (!said.arrived && said.why === 'aborted') return yield* this.#stop();
      const error = server.readError(response.status, said.arrived ? said.value : '');
      return { type: 'refused', error, retryAfterMs: readRetryAfter(response.headers) };
    }
    const contentType = response.headers.get('content-type') ?? '';
    if (contentType.includes('html')) return yield* this.#protocol('a web page (HTML) instead of JSON');
    if (contentType.includes('json')) return yield* this.#readWhole(response);
    if (response.body === null) return yield* this.#protocol('no body');
    return yield* this.#readStream(response.body);
  }

  async *#readStream(body: ReadableStream<Uint8Array>): Events {
    let chunks = 0;
    for await (const event of readServerEvents(body, (chunk) =>
      this.#watchdog.within(this.#limitMs(), chunk),
    )) {
      if (event.type === 'end') {
        if (event.why !== 'closed') return yield* this.#absent(event.why);
        if (chunks === 0) return yield* this.#protocol('something else than a chat completion');
        return yield* this.#finish('interrupted');
      }
      // Many events may come in one chunk of bytes, and the caller may have had enough amid them.
      if (this.#watchdog.signal.aborted) return yield* this.#stop();
      // Said by the server itself, so an answer without a reason is whole all the same.
      if (event.data.trim() === '[DONE]' && chunks > 0) return yield* this.#finish('stop');
      const value = parseJson(event.data);
      if (value === undefined) {
        if (event.cut) continue;
        return yield* this.#protocol('an event that is not JSON');
      }
      if (event.name === 'error' || hasError(value)) return yield* this.#refused(value);
      const chunk = parseChatChunk(value);
      if (chunk === null) continue;
      chunks++;
      yield* this.#answers.push(chunk);
    }
    throw new Error('a stream of server events has no end');
  }

  /** Some servers answer in one piece although a stream was asked for. */
  async *#readWhole(response: Response): Events {
    const body = await this.#watchdog.within(this.#limitMs(), boundedText(response));
    if (!body.arrived) return yield* this.#absent(body.why);
    const value = parseJson(body.value);
    if (hasError(value)) return yield* this.#refused(value);
    const chunk = parseChatChunk(value);
    if (chunk === null) return yield* this.#protocol('JSON that is no chat completion');
    yield* this.#answers.push(chunk);
    return yield* this.#finish('stop');
  }

  /** `reason` is for answers that the server gave none. */
  async *#finish(reason: FinishReason): Events {
    yield* this.#answers.finish(reason);
    return { type: 'ended', missing: this.#answers.open };
  }

  async *#stop(): Events {
    yield* this.#answers.stop();
    return { type: 'ended', missing: [] };
  }

  /** How long the server may be silent as things stand. */
  #limitMs(): number {
    const { firstTokenMs, idleMs } = this.#call.limits;
    if (this.#answers.complete) return Math.min(idleMs, AFTER_FINISH_MS);
    return this.#answers.received ? idleMs : firstTokenMs;
  }

  async *#absent(why: Absence): Events {
    if (why === 'aborted') return yield* this.#stop();
    if (this.#answers.settled) return yield* this.#finish('interrupted');
    const { context } = this.#call;
    const { received } = this.#answers;
    if (why === 'silent') return yield* this.#fail(explainSilence(context, this.#limitMs(), received), false);
    if (received) return yield* this.#finish('interrupted');
    return yield* this.#fail(explainBroken(context), true);
  }

  /** An error inside a response whose status was good. */
  async *#refused(body: unknown): Events {
    const error = this.#call.server.readError(0, body);
    if (!this.#answers.received) return { type: 'refused', error, retryAfterMs: null };
    return yield* this.#fail(explainRefusal(error, this.#call.context, null), false);
  }

  async *#protocol(what: string): Events {
    return yield* this.#fail(explainProtocol(this.#call.context, what), false);
  }

  async *#fail(failure: ModelFailure, retryable: boolean): Events {
    if (!this.#answers.received) return { type: 'failed', failure, retryable };
    yield* this.#answers.fail(failure);
    return { type: 'ended', missing: [] };
  }
}

function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  return value.error !== undefined && value.error !== null && value.error !== false;
}
