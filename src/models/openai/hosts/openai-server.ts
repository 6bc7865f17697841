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
  otherProtocol,
  silentServer,
} from './diagnosis.ts';
import { parseEndpoint, type EndpointResult } from './endpoint.ts';
import { textWithoutKey, withoutKey } from '../echoed-key.ts';
import { parseModelList, type ModelListing } from '../model-list.ts';
import { parseServerError, type ServerError } from '../server-error.ts';
import { Watchdog } from '../../downloads/hosts/watchdog.ts';

/** Maximum time for the list of models, in milliseconds. Servers send it immediately or not at all. */
const LIST_LIMIT_MS = 15_000;
/** Maximum time for other small requests, in milliseconds. */
const READ_LIMIT_MS = 5_000;

export interface OpenAIServerOptions {
  /** The address as the user enters it; see `parseEndpoint`. */
  readonly address: string;
  /** Sent as a bearer token; not sent if it is empty. It never appears in a message. */
  readonly key?: string;
  /** The origin of the page; null outside a browser. Default: the origin of this realm. */
  readonly origin?: string | null;
  /** Default: the `fetch` of this realm. */
  readonly fetch?: typeof fetch;
  /** Host and port of the proxy that `fetch` uses; null when no proxy is known. */
  readonly proxy?: string | null;
  /** Default: the network of this realm. */
  readonly network?: BrowserNetwork;
}

/** An OpenAI-compatible server: its address, its key, and the requests that need no model name. */
export class OpenAIServer {
  /** The endpoint, or the reason why it cannot be used. */
  readonly endpoint: EndpointResult;
  /** The origin of the page; null outside a browser. */
  readonly origin: string | null;
  readonly #key: string;
  /** Whether the address works without the `/v1` that was added to it. */
  #isAsGiven = false;
  readonly #fetch: typeof fetch;
  readonly #proxy: string | null;
  readonly #network: BrowserNetwork;

  constructor(options: OpenAIServerOptions) {
    this.#key = (options.key ?? '').trim();
    // A browser's fetch that is called as a method of another object throws "Illegal invocation".
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

  /** The state of the browser's permission to reach the server; null if no permission is needed. */
  async permission(): Promise<PermissionState | 'unknown' | null> {
    if (!this.endpoint.ok) return null;
    const { space } = this.endpoint.endpoint;
    return needsPermission(this.origin, space) ? this.#network.permission(space) : null;
  }

  /**
   * Requests the list of models. If the signal is aborted, returns a failure and sends no further requests.
   */
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
          models: models.map((listedModel) => ({
            ...listedModel,
            name: textWithoutKey(listedModel.name, this.#key),
          })),
        };
      return failed(otherProtocol(host, base, 'no-list', ''));
    } finally {
      watchdog.close();
    }
  }

  /**
   * Fetches `path` below the endpoint with the key. Rejects as `fetch` does; the endpoint must be valid. A redirect is
   * returned, not followed (`isRedirect`).
   */
  async request(path: string, init: RequestInit): Promise<Response> {
    if (!this.endpoint.ok) throw new Error('the endpoint has no address');
    const { asGiven } = this.endpoint.endpoint;
    const response = await this.#send(this.base + path, init);
    if (asGiven === null || this.#isAsGiven || !isMissing(response)) return response;
    const responseAsGiven = await this.#send(asGiven + path, init).catch(() => null);
    if (responseAsGiven === null) return response;
    const isPage = (responseAsGiven.headers.get('content-type') ?? '').includes('html');
    const isThere = !isRedirect(responseAsGiven) && !isMissing(responseAsGiven) && !isPage;
    // A reply to a GET at the root of a site may come from anything. A reply to a POST can only come from the model
    // server.
    if (isThere && init.method === 'POST') this.#isAsGiven = true;
    (isThere ? response : responseAsGiven).body?.cancel().catch(() => undefined);
    return isThere ? responseAsGiven : response;
  }

  /** The prefix of all requests; '' when the address is not valid. */
  get base(): string {
    if (!this.endpoint.ok) return '';
    const { base, asGiven } = this.endpoint.endpoint;
    return this.#isAsGiven ? (asGiven ?? base) : base;
  }

  /**
   * Reads JSON at another path of the same server; undefined if there is none.
   * @param body sent by POST; without a body, GET is used
   */
  async readAt(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    if (!this.endpoint.ok) return undefined;
    const { origin } = this.endpoint.endpoint;
    const init = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const text = await inTime(signal, async (aliveSignal) => {
      const response = await this.#send(origin + path, { ...init, signal: aliveSignal });
      return response.ok ? boundedText(response) : '';
    });
    return text === null ? undefined : parseJson(text);
  }

  /**
   * Reads JSON of the server's native interface, whose paths are next to the OpenAI-compatible one; undefined
   * if there is none. A proxy may have put both under its own path.
   */
  readBeside(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    if (!this.endpoint.ok) return Promise.resolve(undefined);
    const { base, origin } = this.endpoint.endpoint;
    return this.readAt(base.slice(origin.length).replace(/\/v1$/, '') + path, signal, body);
  }

  /** Removes the key from the events of an answer. */
  withoutKey(events: AsyncIterable<GenerationEvent>): AsyncGenerator<GenerationEvent> {
    return withoutKey(events, this.#key);
  }

  /** Reads the server's error, with the key removed. */
  readError(status: number, body: unknown): ServerError {
    return parseServerError(status, body, this.#key);
  }

  /**
   * Explains why a fetch failed. The browser reports the same error in three cases: the server is down, it
   * does not allow this page's origin, or it redirects the preflight request. To distinguish them, up to
   * three more requests are sent, without a key or a prompt: one detects a redirect, one does not need CORS,
   * and one needs CORS but no key.
   */
  async explainUnreachable(context: RequestContext, signal: AbortSignal): Promise<ModelFailure> {
    const { endpoint, origin } = context;
    if (origin === null || origin === endpoint.origin)
      return explainNoConnection(context, false, this.#proxy);
    const answer = await this.#probe(context, { redirect: 'manual' }, signal);
    if (answer !== null && isRedirect(answer)) return this.explainRedirect(context, signal);
    const opaqueArrival = await this.#probe(context, { mode: 'no-cors' }, signal);
    const { host, space } = endpoint;
    // The user or the administrator of the browser has denied the permission.
    if (opaqueArrival === null && (await this.permission()) === 'denied')
      return permissionRefused(host, space === 'loopback', origin.startsWith('http:'));
    // When vLLM rejects a key, the response has no CORS headers, for any origin. Its health endpoint needs no
    // key.
    const healthUrl = `${endpoint.origin}/health`;
    // The key is valid if the server accepted it for the list of models.
    const isFirst = opaqueArrival !== null && context.path === '/models';
    if (isFirst && (await this.#probe(context, {}, signal, healthUrl)) !== null)
      return hiddenRefusal(host, origin, this.hasKey);
    return explainNoConnection(context, opaqueArrival !== null);
  }

  /** Explains where a redirect leads. One more request follows it, without a prompt or a key. */
  async explainRedirect(context: RequestContext, signal: AbortSignal): Promise<ModelFailure> {
    const finalResponse = await this.#probe(context, { redirect: 'follow' }, signal);
    return explainRedirect(
      context,
      finalResponse?.redirected ? textWithoutKey(finalResponse.url, this.#key) : null,
    );
  }

  /** Requests the list of models, or `url`, without a key; null if there is no response. */
  #probe(
    { endpoint }: RequestContext,
    init: RequestInit,
    signal: AbortSignal,
    url = `${endpoint.base}/models`,
  ): Promise<Response | null> {
    return inTime(signal, (aliveSignal) =>
      this.#fetch(url, this.#withMarkedTarget({ ...init, credentials: 'omit', signal: aliveSignal })),
    );
  }

  #send(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#key !== '') headers.set('authorization', `Bearer ${this.#key}`);
    return this.#fetch(url, this.#withMarkedTarget({ ...init, headers, redirect: 'manual' }));
  }

  /**
   * Sets `targetAddressSpace` on a plain-HTTP request from an HTTPS page, which the browser blocks otherwise.
   * A wrong value makes a request fail, so all other requests are left unchanged.
   */
  #withMarkedTarget(init: RequestInit): RequestInit {
    if (!this.endpoint.ok || !this.#network.marksRequests) return init;
    const { space, origin } = this.endpoint.endpoint;
    const isMixed = this.origin?.startsWith('https:') === true && origin.startsWith('http:');
    return isMixed && space !== 'public' ? ({ ...init, targetAddressSpace: space } as RequestInit) : init;
  }
}

const unsendableKey: ModelFailure = {
  layer: 'unauthorized',
  message: 'The key has characters that no HTTP header can carry (a blank, a line break, or beyond ASCII).',
  remedy: 'Copy the key again, without anything around it.',
};

/**
 * The failure of a server that allows pages of `origin`, but omits the CORS headers from error responses, so
 * that pages cannot read them.
 */
const hiddenRefusal = (host: string, origin: string, hasKey: boolean): ModelFailure => ({
  layer: 'unauthorized',
  message: `${host} admits pages from ${origin}, but withholds this answer from them: most likely it ${hasKey ? 'refuses the key' : 'wants a key'}.`,
  remedy: 'Enter the key of this server, or start the server with the key you use; its log has the status.',
});

/** @param isThisMachine whether the server is on this machine, rather than in its local network */
function permissionRefused(host: string, isThisMachine: boolean, isPagePlainHttp: boolean): ModelFailure {
  const targetName = isThisMachine ? 'this machine' : 'the local network';
  return {
    layer: 'local-network',
    message: `The browser does not let this page reach ${targetName}, where ${host} is: the permission was refused.`,
    remedy: isPagePlainHttp
      ? 'Open this app over https: the browser gives this permission to no other page.'
      : 'Allow "Local network access" in the settings of this site (the icon before the address), then try again.',
  };
}

function isMissing({ status }: Response): boolean {
  return status === 404 || status === 405;
}

/**
 * Returns the result of a small request, or null if it fails or takes too long. The request must end when
 * `aliveSignal` is aborted.
 */
async function inTime<T>(
  signal: AbortSignal,
  sendRequest: (aliveSignal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const watchdog = new Watchdog(signal);
  try {
    const arrival = await watchdog.within(READ_LIMIT_MS, sendRequest(watchdog.signal));
    return arrival.arrived ? arrival.value : null;
  } finally {
    watchdog.close();
  }
}

/** Whether a key can be sent. fetch throws for other header values, which would look like a server that is down. */
function isSendable(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}

function realmOrigin(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}
