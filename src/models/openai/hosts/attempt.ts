import { parseJson } from '../../../base/parse-json.ts';
import type { GenerationEvent, ModelFailure } from '../../chat-model.ts';
import { boundedText } from './bounded-text.ts';
import { AnswerReader, parseChatChunk, type ChatChunk } from './answer-reader.ts';
import {
  endSentence,
  explainRefusal,
  isRedirect,
  otherProtocol,
  silentServer,
  type OtherReply,
  type RequestContext,
} from './diagnosis.ts';
import type { OpenAIServer } from './openai-server.ts';
import { readRetryAfter } from '../../downloads/hosts/retry.ts';
import type { ServerError } from '../server-error.ts';
import { readServerEvents } from './sse.ts';
import { Watchdog, type Absence, type Arrival } from '../../downloads/hosts/watchdog.ts';

/**
 * Maximum time to wait for the end of the body after a finish reason and the usage have arrived, in
 * milliseconds.
 */
const AFTER_USAGE_MS = 5_000;

/** Factor on the time limit for the first token if the answer is not streamed. */
const WHOLE_ANSWER_FACTOR = 6;

export interface Limits {
  /**
   * Maximum time without data before the first token, in milliseconds. It includes waiting in a queue and
   * reading a long prompt.
   */
  readonly firstTokenMs: number;
  /** Maximum time without data between bytes, in milliseconds. */
  readonly idleMs: number;
}

export interface Call {
  readonly server: OpenAIServer;
  readonly context: RequestContext;
  readonly body: Readonly<Record<string, unknown>>;
  readonly limits: Limits;
  /** The activity of the server, shared by all requests to it. */
  readonly activity: ServerActivity;
}

export interface ServerActivity {
  /** Time of the last byte of any answer, by `performance.now()`; -Infinity before the first. */
  lastMs: number;
}

/** How an attempt ended. Only 'ended' has yielded events; after every other end, the request may be retried. */
export type AttemptEnd =
  /** The last event was `finished` or `failed`. */
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly error: ServerError; readonly retryAfterMs: number | null }
  /** A successful status with an empty body. */
  | { readonly type: 'empty' }
  /** No response. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'failed'; readonly failure: ModelFailure; readonly isRetryable: boolean };

type Events = AsyncGenerator<GenerationEvent, AttemptEnd>;

/** Sends one request for a completion. Leaving the loop early or aborting the signal closes the connection. */
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
  readonly #answer = new AnswerReader();
  /** The last event that is neither a part of an answer nor an error. */
  #unknownValue: unknown = null;
  /** Whether the usage was the last event. */
  #isUsageLast = false;

  constructor(call: Call, watchdog: Watchdog) {
    this.#call = call;
    this.#watchdog = watchdog;
  }

  async *run(): Events {
    const { server, context, body, limits } = this.#call;
    const request = server.request(context.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: this.#watchdog.signal,
    });
    const arrival = await this.#watchdog.within(this.#limitMs(), request, this.#waitsInLine());
    if (!arrival.arrived) {
      if (arrival.why === 'broken') return { type: 'unreachable' };
      return yield* this.#endWithoutBytes(arrival.why);
    }
    const response = arrival.value;
    if (isRedirect(response)) {
      return yield* this.#fail(await server.explainRedirect(context, this.#watchdog.signal), false);
    }
    if (!response.ok) {
      const bodyArrival = await this.#watchdog.within(limits.idleMs, boundedText(response));
      if (!bodyArrival.arrived && bodyArrival.why === 'aborted') return yield* this.#stop();
      const error = server.readError(response.status, bodyArrival.arrived ? bodyArrival.value : '');
      return { type: 'refused', error, retryAfterMs: readRetryAfter(response.headers) };
    }
    const contentType = response.headers.get('content-type') ?? '';
    if (contentType.includes('html')) return yield* this.#protocol('page', '');
    if (response.body === null) return { type: 'empty' };
    return yield* this.#read(response.body);
  }

  /**
   * Reads a stream of events or a whole answer, which some servers send although a stream was requested. It ignores the
   * content type, because some servers send the wrong one.
   */
  async *#read(body: ReadableStream<Uint8Array>): Events {
    for await (const event of readServerEvents(body, (chunk) => this.#nextArrival(chunk))) {
      if (event.type === 'end') {
        if (event.why !== 'closed') return yield* this.#endWithoutBytes(event.why);
        return yield* this.#endOfBody(event.strayText);
      }
      // One chunk of bytes may hold many events, and the caller may stop between two of them.
      if (this.#watchdog.signal.aborted) return yield* this.#stop();
      for (const data of messagesIn(event.data)) {
        if (data.trim() === '[DONE]') return yield* this.#finish();
        const value = parseJson(data);
        if (event.name === 'error' || hasError(value)) return yield* this.#errorInAnswer(value ?? data);
        if (value === undefined) {
          if (event.isCut) continue;
          return yield* this.#protocol('no-json', data);
        }
        const chunk = parseChatChunk(value);
        if (chunk === null) this.#unknownValue = value;
        else yield* this.#push(chunk);
      }
    }
    throw new Error('a stream of server events has no end');
  }

  /** Waits for a chunk and records its time. Requests that wait in the server's queue read this time, too. */
  async #nextArrival<T>(chunk: Promise<T>): Promise<Arrival<T>> {
    const arrival = await this.#watchdog.within(this.#limitMs(), chunk, this.#waitsInLine());
    if (arrival.arrived) this.#call.activity.lastMs = performance.now();
    return arrival;
  }

  /**
   * A request may wait in the server's queue before its answer begins. Bytes of other requests to the same
   * server extend the wait. Returns a function that returns the remaining milliseconds.
   */
  #waitsInLine(): () => number {
    const { limits, activity } = this.#call;
    return () => (this.#answer.hasReceived ? 0 : activity.lastMs + limits.firstTokenMs - performance.now());
  }

  *#push(chunk: ChatChunk): Generator<GenerationEvent> {
    this.#isUsageLast = chunk.choices.length === 0 && chunk.usage !== null;
    yield* this.#answer.push(chunk);
  }

  /** The body ended without [DONE]. */
  async *#endOfBody(strayText: string): Events {
    if (strayText.trim() === '' || this.#answer.hasReceived) return yield* this.#finish();
    const value = parseJson(strayText);
    if (hasError(value)) return yield* this.#errorInAnswer(value);
    const chunk = parseChatChunk(value);
    if (chunk === null) return yield* this.#protocol('no-completion', strayText);
    yield* this.#push(chunk);
    return yield* this.#finish();
  }

  /** Ends the answer when no more bytes follow. */
  async *#finish(): Events {
    const serverError =
      this.#unknownValue === null ? null : this.#call.server.readError(0, this.#unknownValue);
    if (!this.#answer.hasReceived && !this.#answer.hasFinishReason)
      return serverError === null
        ? { type: 'empty' }
        : { type: 'refused', error: serverError, retryAfterMs: null };
    const { host } = this.#call.context.endpoint;
    yield* this.#answer.finish((reason) => answerCutOff(host, reason, serverError?.text ?? ''));
    return { type: 'ended' };
  }

  async *#stop(): Events {
    yield* this.#answer.stop();
    return { type: 'ended' };
  }

  /** Milliseconds that the server may be silent in the current state. */
  #limitMs(): number {
    const { firstTokenMs, idleMs } = this.#call.limits;
    if (this.#answer.hasFinishReason && this.#isUsageLast) return Math.min(idleMs, AFTER_USAGE_MS);
    if (this.#answer.hasReceived) return idleMs;
    return this.#call.body['stream'] === false ? firstTokenMs * WHOLE_ANSWER_FACTOR : firstTokenMs;
  }

  async *#endWithoutBytes(why: Absence): Events {
    if (why === 'aborted') return yield* this.#stop();
    const { host } = this.#call.context.endpoint;
    const { hasReceived } = this.#answer;
    if (this.#answer.hasFinishReason || (hasReceived && why === 'broken')) return yield* this.#finish();
    return why === 'silent'
      ? yield* this.#fail(silentServer(host, this.#limitMs(), hasReceived), false)
      : yield* this.#fail(closedBeforeAnswer(host), true);
  }

  /** Handles an error inside a response with a successful status. */
  async *#errorInAnswer(body: unknown): Events {
    const error = this.#call.server.readError(0, body);
    if (!this.#answer.hasReceived) return { type: 'refused', error, retryAfterMs: null };
    return yield* this.#fail(explainRefusal(error, this.#call.context, null), false);
  }

  /** @param body the received text; its beginning is quoted */
  async *#protocol(reply: OtherReply, body: string): Events {
    const { text } = this.#call.server.readError(0, body);
    const { host, base } = this.#call.context.endpoint;
    return yield* this.#fail(otherProtocol(host, base, reply, text), false);
  }

  async *#fail(failure: ModelFailure, isRetryable: boolean): Events {
    if (!this.#answer.hasReceived) return { type: 'failed', failure, isRetryable };
    yield* this.#answer.finish(() => failure);
    return { type: 'ended' };
  }
}

/**
 * Splits the data of an event into messages. The standard allows one; some servers separate two by a single line break.
 */
function messagesIn(data: string): readonly string[] {
  if (!data.includes('\n') || parseJson(data) !== undefined) return [data];
  return data.split('\n').filter((line) => line.trim() !== '');
}

function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  return value.error !== undefined && value.error !== null && value.error !== false;
}

const closedBeforeAnswer = (host: string): ModelFailure => ({
  layer: 'network-or-cors',
  message: `The connection to ${host} closed before any of the answer had come.`,
  remedy: 'Look into the log of the server, and try again.',
});

/**
 * @param reason the finish reason that the server reported; '' if it reported none
 * @param text the server's error message; '' if there is none
 */
function answerCutOff(host: string, reason: string, text: string): ModelFailure {
  const quote = text === '' ? '' : ` It said: ${endSentence(text)}`;
  return {
    layer: 'cut',
    message:
      reason === ''
        ? `${host} ended the stream without a finish reason: the answer may be cut off.${quote}`
        : `${host} ended the answer for the reason "${reason}", which is no end of the model's own.${quote}`,
    remedy:
      'Look into the log of the server, and ask again. llama-cpp-python ends an answer when another request comes, unless it is started with --interrupt_requests False.',
  };
}
