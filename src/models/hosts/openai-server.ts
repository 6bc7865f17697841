import type { ModelFailure } from '../chat-model.ts';
import {
  explainNoConnection,
  explainProtocol,
  explainRefusal,
  explainSilence,
  type RequestContext,
} from './diagnosis.ts';
import { parseEndpoint, type EndpointResult } from './endpoint.ts';
import { parseJson } from './json.ts';
import { parseModelList, type ModelListing } from './model-list.ts';
import { parseServerError, type ServerError } from './server-error.ts';
import { Watchdog } from './watchdog.ts';

/** A list of models comes at once or not at all. */
const LIST_LIMIT_MS = 15_000;
const CORS_PROBE_LIMIT_MS = 5_000;

export interface OpenAIServerOptions {
  /** As people paste it; see `parseEndpoint`. */
  readonly address: string;
  /** Sent as a bearer token; none when empty. It never appears in a message. */
  readonly key?: string;
  /** The origin of the page; null outside a browser. Default: this realm's. */
  readonly origin?: string | null;
  /** Default: this realm's. */
  readonly fetch?: typeof fetch;
}

/** An OpenAI-compatible server: its address, its key, and what can be asked without naming a model. */
export class OpenAIServer {
  /** Where it is, or why it cannot be asked at all. */
  readonly endpoint: EndpointResult;
  /** The origin of the page; null outside a browser. */
  readonly origin: string | null;
  readonly #key: string;
  readonly #fetch: typeof fetch;

  constructor(options: OpenAIServerOptions) {
    this.#key = (options.key ?? '').trim();
    // A browser's fetch called as a method of anything else throws "Illegal invocation".
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.origin = options.origin === undefined ? realmOrigin() : options.origin;
    this.endpoint = isSendable(this.#key)
      ? parseEndpoint(options.address, this.origin)
      : { ok: false, failure: UNSENDABLE_KEY };
  }

  /** The models the server offers. One request; an aborted one is a failure that nobody waits for. */
  async listModels(signal: AbortSignal): Promise<ModelListing> {
    if (!this.endpoint.ok) return this.endpoint;
    const context: RequestContext = {
      endpoint: this.endpoint.endpoint,
      path: '/models',
      model: '',
      origin: this.origin,
    };
    const watchdog = new Watchdog(signal);
    try {
      const response = await watchdog.within(
        LIST_LIMIT_MS,
        this.request('/models', { signal: watchdog.signal }),
      );
      const body = response.arrived ? await watchdog.within(LIST_LIMIT_MS, response.value.text()) : response;
      if (!response.arrived || !body.arrived) {
        const silent = !body.arrived && body.why === 'silent';
        const failure = silent
          ? explainSilence(context, LIST_LIMIT_MS, response.arrived)
          : await this.explainUnreachable(context, signal);
        return { ok: false, failure };
      }
      if (!response.value.ok) {
        const error = this.readError(response.value.status, body.value);
        return { ok: false, failure: explainRefusal(error, context, null) };
      }
      const models = parseModelList(parseJson(body.value));
      if (models === null)
        return { ok: false, failure: explainProtocol(context, 'something else than a list of models') };
      return { ok: true, models };
    } finally {
      watchdog.close();
    }
  }

  /** Fetches `path` below the endpoint with the key. Rejects as `fetch` does; the endpoint must be good. */
  request(path: string, init: RequestInit): Promise<Response> {
    if (!this.endpoint.ok) return Promise.reject(new Error('the endpoint has no address'));
    const headers = new Headers(init.headers);
    if (this.#key !== '') headers.set('authorization', `Bearer ${this.#key}`);
    return this.#fetch(`${this.endpoint.endpoint.base}${path}`, { ...init, headers });
  }

  /** The server's own words about a refusal, key removed. */
  readError(status: number, body: unknown): ServerError {
    return parseServerError(status, body, this.#key);
  }

  /**
   * Why a fetch failed. The browser says the same of a server that is down and of one that does not admit
   * this page, so one more request is made that needs no admission: when it comes through, it was CORS.
   */
  async explainUnreachable(context: RequestContext, signal: AbortSignal): Promise<ModelFailure> {
    const { endpoint, origin } = context;
    if (origin === null || origin === endpoint.origin) return explainNoConnection(context, false);
    const watchdog = new Watchdog(signal);
    try {
      const init: RequestInit = { mode: 'no-cors', credentials: 'omit', signal: watchdog.signal };
      const answer = await watchdog.within(CORS_PROBE_LIMIT_MS, this.#fetch(`${endpoint.base}/models`, init));
      return explainNoConnection(context, answer.arrived);
    } finally {
      watchdog.close();
    }
  }
}

const UNSENDABLE_KEY: ModelFailure = {
  layer: 'unauthorized',
  message: 'The key has characters that no HTTP header can carry (a blank, a line break, or beyond ASCII).',
  remedy: 'Copy the key again, without anything around it.',
};

/** fetch throws at other header values, and that would look like a dead server. */
function isSendable(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}

function realmOrigin(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}
