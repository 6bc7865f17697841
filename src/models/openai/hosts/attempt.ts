import { parseJson } from '../../../base/parse-json.ts';
import type { GenerationEvent, ModelFailure } from '../../chat-model.ts';
import { boundedText } from './bounded-text.ts';
import { AnswerReader } from './answer-reader.ts';
import { parseChatChunk, type ChatChunk } from '../chat-chunk.ts';
import { explainRefusal, type RequestContext, isRedirect } from './diagnosis.ts';
import {
  type OtherReply,
  answerCutOff,
  closedBeforeAnswer,
  otherProtocol,
  silentServer,
} from '../failures.ts';
import type { OpenAIServer } from './openai-server.ts';
import { readRetryAfter } from '../../downloads/hosts/retry.ts';
import type { ServerError } from '../server-error.ts';
import { readServerEvents } from './sse.ts';
import { Watchdog, type Absence, type Arrival } from '../../downloads/hosts/watchdog.ts';

/** A server that has given its finish reason, and then the usage, owes nothing more. */
const AFTER_USAGE_MS = 5_000;

/** An answer in one piece comes when it is whole: the factor on the time for the first token. */
const WHOLE_ANSWER = 6;

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
  readonly limits: Limits;
  /** Shared by all requests to the server. */
  readonly life: ServerActivity;
}

export interface ServerActivity {
  /** When the server last sent anything of an answer, by `performance.now()`; -Infinity before. */
  lastMs: number;
}

/** How an attempt ended. Only after 'ended' have events been given; the others may be tried again. */
export type AttemptEnd =
  /** With `finished` or `failed`. */
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly error: ServerError; readonly retryAfterMs: number | null }
  /** A good status, and nothing behind it. */
  | { readonly type: 'empty' }
  /** No response at all. */
  | { readonly type: 'unreachable' }
  | { readonly type: 'failed'; readonly failure: ModelFailure; readonly retryable: boolean };

type Events = AsyncGenerator<GenerationEvent, AttemptEnd>;

/** Asks once for a completion. Leaving the loop early, as an aborted signal, closes the connection. */
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
  /** The last event that is neither a part of an answer nor an error by the protocol. */
  #unknown: unknown = null;
  /** Nothing has come since the count of tokens. */
  #usageLast = false;

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
    if (contentType.includes('html')) return yield* this.#protocol('page', '');
    if (response.body === null) return { type: 'empty' };
    return yield* this.#read(response.body);
  }

  /**
   * Reads a stream of events, or an answer in one piece, which some servers give although a stream was asked for. The
   * content type is not looked at: some call either by the name of the other.
   */
  async *#read(body: ReadableStream<Uint8Array>): Events {
    for await (const event of readServerEvents(body, (chunk) => this.#arrival(chunk))) {
      if (event.type === 'end') {
        if (event.why !== 'closed') return yield* this.#absent(event.why);
        return yield* this.#closed(event.stray);
      }
      // Many events may come in one chunk of bytes, and the caller may have had enough amid them.
      if (this.#watchdog.signal.aborted) return yield* this.#stop();
      for (const data of messagesIn(event.data)) {
        if (data.trim() === '[DONE]') return yield* this.#finish();
        const value = parseJson(data);
        if (event.name === 'error' || hasError(value)) return yield* this.#refused(value ?? data);
        if (value === undefined) {
          if (event.cut) continue;
          return yield* this.#protocol('no-json', data);
        }
        const chunk = parseChatChunk(value);
        if (chunk === null) this.#unknown = value;
        else yield* this.#push(chunk);
      }
    }
    throw new Error('a stream of server events has no end');
  }

  /** Every chunk of bytes is a sign of life, for the requests that wait behind this one, too. */
  async #arrival<T>(chunk: Promise<T>): Promise<Arrival<T>> {
    const arrival = await this.#watchdog.within(this.#limitMs(), chunk, this.#waitsInLine());
    if (arrival.arrived) this.#call.life.lastMs = performance.now();
    return arrival;
  }

  /**
   * Until its answer begins, a request may stand in the server's queue: as long as others of ours are served, that is no
   * silence. Gives how long there is still to wait.
   */
  #waitsInLine(): () => number {
    const { limits, life } = this.#call;
    return () => (this.#answer.received ? 0 : life.lastMs + limits.firstTokenMs - performance.now());
  }

  *#push(chunk: ChatChunk): Generator<GenerationEvent> {
    this.#usageLast = chunk.choices.length === 0 && chunk.usage !== null;
    yield* this.#answer.push(chunk);
  }

  /** The body ended without [DONE]. */
  async *#closed(stray: string): Events {
    if (stray.trim() === '' || this.#answer.received) return yield* this.#finish();
    const value = parseJson(stray);
    if (hasError(value)) return yield* this.#refused(value);
    const chunk = parseChatChunk(value);
    if (chunk === null) return yield* this.#protocol('no-completion', stray);
    yield* this.#push(chunk);
    return yield* this.#finish();
  }

  /** Nothing more comes. */
  async *#finish(): Events {
    const words = this.#unknown === null ? null : this.#call.server.readError(0, this.#unknown);
    if (!this.#answer.received && !this.#answer.reasoned)
      return words === null ? { type: 'empty' } : { type: 'refused', error: words, retryAfterMs: null };
    const { host } = this.#call.context.endpoint;
    yield* this.#answer.finish((reason) => answerCutOff(host, reason, words?.text ?? ''));
    return { type: 'ended' };
  }

  async *#stop(): Events {
    yield* this.#answer.stop();
    return { type: 'ended' };
  }

  /** How long the server may be silent as things stand. */
  #limitMs(): number {
    const { firstTokenMs, idleMs } = this.#call.limits;
    if (this.#answer.reasoned && this.#usageLast) return Math.min(idleMs, AFTER_USAGE_MS);
    if (this.#answer.received) return idleMs;
    return this.#call.body['stream'] === false ? firstTokenMs * WHOLE_ANSWER : firstTokenMs;
  }

  async *#absent(why: Absence): Events {
    if (why === 'aborted') return yield* this.#stop();
    const { host } = this.#call.context.endpoint;
    const { received } = this.#answer;
    if (this.#answer.reasoned || (received && why === 'broken')) return yield* this.#finish();
    return why === 'silent'
      ? yield* this.#fail(silentServer(host, this.#limitMs(), received), false)
      : yield* this.#fail(closedBeforeAnswer(host), true);
  }

  /** An error inside a response whose status was good. */
  async *#refused(body: unknown): Events {
    const error = this.#call.server.readError(0, body);
    if (!this.#answer.received) return { type: 'refused', error, retryAfterMs: null };
    return yield* this.#fail(explainRefusal(error, this.#call.context, null), false);
  }

  /** @param body what came instead; its beginning is quoted */
  async *#protocol(reply: OtherReply, body: string): Events {
    const { text } = this.#call.server.readError(0, body);
    const { host, base } = this.#call.context.endpoint;
    return yield* this.#fail(otherProtocol(host, base, reply, text), false);
  }

  async *#fail(failure: ModelFailure, retryable: boolean): Events {
    if (!this.#answer.received) return { type: 'failed', failure, retryable };
    yield* this.#answer.finish(() => failure);
    return { type: 'ended' };
  }
}

/** By the standard one event; some servers put but one line break between two of theirs. */
function messagesIn(data: string): readonly string[] {
  if (!data.includes('\n') || parseJson(data) !== undefined) return [data];
  return data.split('\n').filter((line) => line.trim() !== '');
}

function hasError(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('error' in value)) return false;
  return value.error !== undefined && value.error !== null && value.error !== false;
}
