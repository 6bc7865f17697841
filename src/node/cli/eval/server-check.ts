/** Checks a server before a run sends its first request, and explains the findings. */
import type { SamplingParameters } from '../../../domain/completion.ts';
import { CHECKS, type CheckStep } from '../../../models/openai/endpoint-port.ts';
import { checkConnection } from '../../../models/openai/hosts/connection-doctor.ts';
import { OpenAIServer } from '../../../models/openai/hosts/openai-server.ts';
import { Readable } from 'node:stream';
import { Agent, EnvHttpProxyAgent, fetch as undiciFetch, request, type Dispatcher } from 'undici';
import { isLoopback } from '../../../models/openai/hosts/address-space.ts';
import { UsageError } from '../text/messages.ts';

/**
 * Milliseconds until the first token, the same as in a run: the server may have to load a model, and may have other
 * requests in its queue.
 */
const FIRST_TOKEN_MS = 600_000;

interface ServerToCheck {
  readonly server: { readonly address: string; readonly key: string };
  readonly model: string;
  /** The settings of later requests; missing if they are unknown. */
  readonly sampling?: SamplingParameters;
}

/**
 * Runs the check, and returns the result of each step in order. An aborted signal ends the check at the current step.
 */
export async function checkServer(
  { server, model, sampling }: ServerToCheck,
  signal: AbortSignal,
  onStep: (step: CheckStep) => void = () => undefined,
): Promise<readonly CheckStep[]> {
  const last = new Map<string, CheckStep>();
  for await (const step of checkConnection(openServer(server), model, signal, FIRST_TOKEN_MS, sampling)) {
    last.set(step.id, step);
    if (step.outcome !== 'running') onStep(step);
  }
  return CHECKS.flatMap((id) => last.get(id) ?? []);
}

/** @throws UsageError if the environment names a proxy that cannot be used */
export function openServer(server: ServerToCheck['server']): OpenAIServer {
  return new OpenAIServer({ ...server, ...serverFetch(server.address), origin: null });
}

/** Describes the result of a step, the remedy, and the command to type. */
export function stepWords(step: CheckStep): string {
  const { detail, remedy } = step;
  const options = step.options.map(({ server, text }) => `${server}: ${text}`);
  return [detail, remedy, options.join('; ')].filter((words) => words !== '').join(' ');
}

/**
 * Disables the limits of undici. It gives up after 300 s without headers, and a server with a queue sends none until it
 * handles the request.
 */
const PATIENT = { headersTimeout: 0, bodyTimeout: 0 };
/**
 * Bytes of an answer that may wait to be read. With the default of 64 kB, undici pauses the connection. If the server
 * closes a paused connection, the process ends with "AssertionError: assert(!this.paused)" (undici 6 and 7, and so
 * Node's own fetch).
 */
const MOST_WAITING = 256 << 20;
/** Status codes of a proxy that cannot reach a server, or may not connect to it. */
const UNREACHED = [403, 407, 502, 503, 504];

const directAgent = new Agent();

interface ServerFetch {
  /** Sets no time limit, because each caller sets its own. */
  readonly fetch: typeof fetch;
  /** Host and port of the proxy that is used for the server, or null if there is none. */
  readonly proxy: string | null;
}

/**
 * Uses `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, also in lower case. Connects to a server on this
 * machine directly, and uses the proxy only if nothing listens there, because few users set `NO_PROXY` for it.
 * @throws UsageError for an invalid proxy address
 */
export function serverFetch(address: string, environment = process.env): ServerFetch {
  const isNear = /^(https?:\/\/)?(localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(address.trim());
  const isSecure = /^https:/i.test(address.trim());
  const httpProxy = proxyIn(environment, ['http_proxy', 'HTTP_PROXY']);
  const httpsProxy = proxyIn(environment, ['https_proxy', 'HTTPS_PROXY']);
  if (httpProxy === null && httpsProxy === null)
    return { fetch: fetchThrough(directAgent, null), proxy: null };
  const proxyAgent = new EnvHttpProxyAgent({
    // Empty strings keep undici from reading the variables by its own rules.
    ...{ httpProxy: httpProxy?.href ?? '', httpsProxy: httpsProxy?.href ?? '' },
    noProxy: environment['no_proxy'] ?? environment['NO_PROXY'] ?? '',
    proxyTunnel: false,
  });
  const proxy = isNear ? null : isSecure ? httpsProxy : httpProxy;
  return { fetch: fetchThrough(directAgent, proxyAgent), proxy: proxy?.host ?? null };
}

function proxyIn(environment: NodeJS.ProcessEnv, names: readonly string[]): URL | null {
  const name = [...names, 'all_proxy', 'ALL_PROXY'].find(
    (candidate) => (environment[candidate] ?? '') !== '',
  );
  if (name === undefined) return null;
  const proxyText = environment[name]!.replace(/^socks5?h:/i, 'socks5:');
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(proxyText) ? proxyText : `http://${proxyText}`;
  if (URL.canParse(text) && /^(https?|socks5?):$/.test(new URL(text).protocol)) return new URL(text);
  // The message does not quote the address, which may contain a password.
  throw new UsageError(`${name}: is no address of a proxy, such as http://127.0.0.1:3128`);
}

function fetchThrough(agent: Dispatcher, proxyAgent: Dispatcher | null): typeof fetch {
  const ask = async (input: string, init?: RequestInit): Promise<Response> => {
    if (proxyAgent === null) return send(agent, input, init);
    if (!isLoopback(new URL(input).hostname)) return send(proxyAgent, input, init);
    try {
      return await send(agent, input, init);
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      const answer = await send(proxyAgent, input, init).catch(() => null);
      if (answer === null || UNREACHED.includes(answer.status)) throw error;
      return answer;
    }
  };
  return ask as typeof fetch;
}

/** Uses `request` instead of `fetch`, because only `request` can limit the number of unread bytes. */
async function send(dispatcher: Dispatcher, input: string, init: RequestInit = {}): Promise<Response> {
  if (init.redirect !== 'manual') {
    const options = { ...init, dispatcher } as Parameters<typeof undiciFetch>[1];
    return (await undiciFetch(input, options)) as unknown as Response;
  }
  const { statusCode, headers, body } = await request(input, {
    ...{ dispatcher, ...PATIENT, highWaterMark: MOST_WAITING },
    method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
    headers: { accept: '*/*', 'user-agent': 'allpass', ...Object.fromEntries(new Headers(init.headers)) },
    body: (init.body ?? null) as string | null,
    signal: init.signal ?? null,
  });
  const headerPairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
  const isBodyless = [204, 205, 304].includes(statusCode);
  if (isBodyless) body.resume();
  return new Response(isBodyless ? null : (Readable.toWeb(body) as ReadableStream), {
    status: statusCode,
    headers: headerPairs,
  });
}
