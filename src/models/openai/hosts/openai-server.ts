import { parseJson } from '../../../base/parse-json.ts';
import type { GenerationEvent, ModelFailure } from '../../chat-model.ts';
import { failed } from '../../failure.ts';
import { needsPermission, realmNetwork, type BrowserNetwork } from './address-space.ts';
import { boundedText } from './bounded-text.ts';
import {
  explainNoConnection,
  explainRefusal,
  type RequestContext,
  explainRedirect,
  isRedirect,
} from './diagnosis.ts';
import { parseEndpoint, type EndpointResult } from './endpoint.ts';
import { textWithoutKey, withoutKey } from '../echoed-key.ts';
import { parseModelList, type ModelListing } from '../model-list.ts';
import { parseServerError, type ServerError } from '../server-error.ts';
import { Watchdog } from '../../downloads/hosts/watchdog.ts';
import { hiddenRefusal, otherProtocol, permissionRefused, silentServer, unsendableKey } from '../failures.ts';

/** A list of models comes at once or not at all. */
const LIST_LIMIT_MS = 15_000;
/** Other small requests, too. */
const READ_LIMIT_MS = 5_000;

export interface OpenAIServerOptions {
  /** As people paste it; see `parseEndpoint`. */
  readonly address: string;
  /** Sent as a bearer token; none when empty. It never appears in a message. */
  readonly key?: string;
  /** The origin of the page; null outside a browser. Default: this realm's. */
  readonly origin?: string | null;
  /** Default: this realm's. */
  readonly fetch?: typeof fetch;
  /** Host and port of the proxy that `fetch` goes through; null for none that is known. */
  readonly proxy?: string | null;
  /** Default: this realm's. */
  readonly network?: BrowserNetwork;
}

/** An OpenAI-compatible server: its address, its key, and what can be asked without naming a model. */
export class OpenAIServer {
  /** Where it is, or why it cannot be asked at all. */
  readonly endpoint: EndpointResult;
  /** The origin of the page; null outside a browser. */
  readonly origin: string | null;
  readonly #key: string;
  /** An address without a version holds as it was given: `/v1` leads nowhere. */
  #isAsGiven = false;
  readonly #fetch: typeof fetch;
  readonly #proxy: string | null;
  readonly #network: BrowserNetwork;

  constructor(options: OpenAIServerOptions) {
    this.#key = (options.key ?? '').trim();
    // A browser's fetch called as a method of anything else throws "Illegal invocation".
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#proxy = options.proxy ?? null;
    this.origin = options.origin === undefined ? realmOrigin() : options.origin;
    this.#network = options.network ?? realmNetwork;
    this.endpoint = isSendable(this.#key)
      ? parseEndpoint(options.address, this.origin, this.#network.marksRequests)
      : failed(unsendableKey);
  }

  get hasKey(): boolean {
    return this.#key !== '';
  }

  /** The browser's permission for reaching the server; null where it needs none. */
  async permission(): Promise<PermissionState | 'unknown' | null> {
    if (!this.endpoint.ok) return null;
    const { space } = this.endpoint.endpoint;
    return needsPermission(this.origin, space) ? this.#network.permission(space) : null;
  }

  /** The models the server offers. One request; an aborted one is a failure that is not awaited. */
  async listModels(signal: AbortSignal): Promise<ModelListing> {
    if (!this.endpoint.ok) return this.endpoint;
    const { endpoint } = this.endpoint;
    const { base, host } = endpoint;
    const context: RequestContext = { endpoint, path: '/models', model: '', origin: this.origin };
    const watchdog = new Watchdog(signal);
    try {
      const request = this.request('/models', { signal: watchdog.signal });
      const response = await watchdog.within(LIST_LIMIT_MS, request);
      const body = response.arrived
        ? await watchdog.within(LIST_LIMIT_MS, boundedText(response.value))
        : response;
      if (!response.arrived || !body.arrived) {
        if (!body.arrived && body.why === 'silent')
          return failed(silentServer(host, LIST_LIMIT_MS, response.arrived));
        return failed(await this.explainUnreachable(context, signal));
      }
      if (isRedirect(response.value)) return failed(await this.explainRedirect(context, signal));
      if (!response.value.ok) {
        const error = this.readError(response.value.status, body.value);
        return failed(explainRefusal(error, context, null));
      }
      const models = parseModelList(parseJson(body.value));
      if (models !== null)
        return {
          ok: true,
          models: models.map((one) => ({ ...one, name: textWithoutKey(one.name, this.#key) })),
        };
      return failed(otherProtocol(host, base, 'no-list', ''));
    } finally {
      watchdog.close();
    }
  }

  /**
   * Fetches `path` below the endpoint with the key. Rejects as `fetch` does; the endpoint must be good. A redirect is
   * given, not followed (`isRedirect`).
   */
  async request(path: string, init: RequestInit): Promise<Response> {
    if (!this.endpoint.ok) throw new Error('the endpoint has no address');
    const { asGiven } = this.endpoint.endpoint;
    const response = await this.#send(this.base + path, init);
    if (asGiven === null || this.#isAsGiven || !isMissing(response)) return response;
    const other = await this.#send(asGiven + path, init).catch(() => null);
    if (other === null) return response;
    const isPage = (other.headers.get('content-type') ?? '').includes('html');
    const isThere = !isRedirect(other) && !isMissing(other) && !isPage;
    // A list at the root of a site may be anything; an answer is none but the model's.
    if (isThere && init.method === 'POST') this.#isAsGiven = true;
    (isThere ? response : other).body?.cancel().catch(() => undefined);
    return isThere ? other : response;
  }

  /** The prefix of what is asked for; '' where there is no address. */
  get base(): string {
    if (!this.endpoint.ok) return '';
    const { base, asGiven } = this.endpoint.endpoint;
    return this.#isAsGiven ? (asGiven ?? base) : base;
  }

  /**
   * JSON at another path of the same server; undefined where there is none. @param body sent by POST, where there is
   * one
   */
  async readAt(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    if (!this.endpoint.ok) return undefined;
    const { origin } = this.endpoint.endpoint;
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const text = await inTime(signal, async (alive) => {
      const response = await this.#send(origin + path, { ...init, signal: alive });
      return response.ok ? boundedText(response) : '';
    });
    return text === null ? undefined : parseJson(text);
  }

  /**
   * JSON of the server's own interface, which lies beside the OpenAI-compatible one; undefined where there is none.
   * A proxy may have put both under a path of its own.
   */
  readBeside(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    if (!this.endpoint.ok) return Promise.resolve(undefined);
    const { base, origin } = this.endpoint.endpoint;
    return this.readAt(base.slice(origin.length).replace(/\/v1$/, '') + path, signal, body);
  }

  /** An answer of the server, key removed. */
  withoutKey(events: AsyncIterable<GenerationEvent>): AsyncGenerator<GenerationEvent> {
    return withoutKey(events, this.#key);
  }

  /** The server's own words about a refusal, key removed. */
  readError(status: number, body: unknown): ServerError {
    return parseServerError(status, body, this.#key);
  }

  /**
   * Why a fetch failed. The browser says the same of a server that is down, of one that does not admit this page
   * and of one that redirects the question whether it does. So up to three more requests are made, which carry
   * nothing: one that shows a redirect, one that needs no admission, and one that needs admission but no key.
   */
  async explainUnreachable(context: RequestContext, signal: AbortSignal): Promise<ModelFailure> {
    const { endpoint, origin } = context;
    if (origin === null || origin === endpoint.origin)
      return explainNoConnection(context, false, this.#proxy);
    const answer = await this.#probe(context, { redirect: 'manual' }, signal);
    if (answer !== null && isRedirect(answer)) return this.explainRedirect(context, signal);
    const opaque = await this.#probe(context, { mode: 'no-cors' }, signal);
    const { host, space } = endpoint;
    // The browser's user, or its administrator, has decided so.
    if (opaque === null && (await this.permission()) === 'denied')
      return permissionRefused(host, space === 'loopback', origin.startsWith('http:'));
    // vLLM refuses a key without the headers of CORS, for every origin. Its health wants no key.
    const health = `${endpoint.origin}/health`;
    // A key that the list of models was given for is good.
    const isFirst = opaque !== null && context.path === '/models';
    if (isFirst && (await this.#probe(context, {}, signal, health)) !== null)
      return hiddenRefusal(host, origin, this.hasKey);
    return explainNoConnection(context, opaque !== null);
  }

  /** Says of a redirect where it leads: one more request follows it, which carries nothing. */
  async explainRedirect(context: RequestContext, signal: AbortSignal): Promise<ModelFailure> {
    const end = await this.#probe(context, { redirect: 'follow' }, signal);
    return explainRedirect(context, end?.redirected ? textWithoutKey(end.url, this.#key) : null);
  }

  /** Asks for the list of models, or what else is at `url`, without a key; null where nothing comes. */
  #probe(
    { endpoint }: RequestContext,
    init: RequestInit,
    signal: AbortSignal,
    url = `${endpoint.base}/models`,
  ): Promise<Response | null> {
    return inTime(signal, (alive) =>
      this.#fetch(url, this.#marked({ ...init, credentials: 'omit', signal: alive })),
    );
  }

  #send(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key !== '') headers.set('authorization', `Bearer ${this.#key}`);
    return this.#fetch(url, this.#marked({ ...init, headers, redirect: 'manual' }));
  }

  /**
   * Says to the browser how near the server is, where that opens a way: plain http from an https page. It
   * fails a request that is marked wrongly, so no other request is marked.
   */
  #marked(init: RequestInit): RequestInit {
    if (!this.endpoint.ok || !this.#network.marksRequests) return init;
    const { space, origin } = this.endpoint.endpoint;
    const isMixed = this.origin?.startsWith('https:') === true && origin.startsWith('http:');
    return isMixed && space !== 'public' ? ({ ...init, targetAddressSpace: space } as RequestInit) : init;
  }
}

function isMissing({ status }: Response): boolean {
  return status === 404 || status === 405;
}

/** The result of a small request, which ends with `alive`; null where nothing comes in time. */
async function inTime<T>(signal: AbortSignal, ask: (alive: AbortSignal) => Promise<T>): Promise<T | null> {
  const watchdog = new Watchdog(signal);
  try {
    const arrival = await watchdog.within(READ_LIMIT_MS, ask(watchdog.signal));
    return arrival.arrived ? arrival.value : null;
  } finally {
    watchdog.close();
  }
}

/** fetch throws at other header values, and that would look like a dead server. */
function isSendable(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}

function realmOrigin(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}
