/** The HTTP service: checks access, selects the dialect, and refuses invalid requests. */
import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { errorMessage } from '../../../../base/error-message.ts';
import { isLosslessObject } from '../../../../base/lossless-json.ts';
import type { DialectAnswer, TaskBatch, ServiceDialect, DialectRoute, Service } from '../grading/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import { didYouMean } from '../../text/messages.ts';
import type { Grader } from '../grading/grader.ts';
import { fairLimit, knownProfile } from '../grading/judge-task.ts';
import type { Metrics } from '../grading/metrics.ts';
import { Refusal } from '../grading/refusal.ts';
import { fitting, parsedBody, plain, readBody, refuseMisspelled } from '../grading/request-body.ts';
import { unjudgedOutcome, type GradingOutcome, type GradingTask } from '../grading/task.ts';

export interface HttpOptions {
  readonly grader: Grader;
  readonly metrics: Metrics;
  readonly service: Omit<Service, 'query'>;
  /** Null if no token is required. */
  readonly token: string | null;
  /** Maximum size of a body, in bytes. */
  readonly mostBytes: number;
  /** Called with the tasks of an answered request, their outcomes, and the training step if the request has one. */
  readonly onJudged?: (
    tasks: readonly GradingTask[],
    outcomes: readonly GradingOutcome[],
    dialect: string,
    step: number | undefined,
  ) => void;
  /** Called with a message about an error in the service itself. */
  readonly onFault: (message: string) => void;
}

/** Maximum memory for the bodies of open requests, as a multiple of the maximum size of a body. */
const BODIES = 8;
const RETRY_AFTER_SECONDS = 5;
/** Milliseconds between two executions of a task on which the judge failed: the first pause, and the maximum. */
const PAUSES_MS = { first: 1_000, most: 30_000 };
/** Milliseconds for which an idle connection stays open between two requests. */
const KEEP_ALIVE_MS = 75_000;

/** Query parameters of every route. */
const SHARED_PARAMETERS = ['profile', 'time_limit_s'];

interface Served {
  readonly dialect: ServiceDialect;
  readonly route: DialectRoute;
}

export class HttpService {
  readonly server: Server;
  readonly #options: HttpOptions;
  readonly #routes = new Map<string, Served>();
  #heldBytes = 0;
  #isEnding = false;

  constructor(options: HttpOptions) {
    this.#options = options;
    for (const dialect of DIALECTS) {
      for (const route of dialect.routes)
        this.#routes.set(`${route.method} ${route.path}`, { dialect, route });
    }
    this.server = createServer((request, response) => void this.#serve(request, response));
    this.server.keepAliveTimeout = KEEP_ALIVE_MS;
    options.metrics.gauge(
      'held_bytes',
      'Bytes of requests that are not answered yet.',
      () => this.#heldBytes,
    );
  }

  /** Refuses new requests, and answers the open ones. Resolves when all connections are closed. */
  end(): Promise<void> {
    this.#isEnding = true;
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeIdleConnections();
    });
  }

  /** Closes the remaining connections, for example those whose requests never end. */
  closeAll(): void {
    this.server.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { metrics, onFault } = this.#options;
    const [path = '', query = ''] = (request.url ?? '/').split('?');
    const servedRoute = this.#routes.get(`${request.method} ${path.replace(/(.)\/$/, '$1')}`);
    const disconnection = new AbortController();
    response.on('close', () => disconnection.abort());
    let answer: DialectAnswer;
    try {
      answer =
        this.#ownAnswer(request, path) ??
        (await this.#answer(servedRoute, request, new URLSearchParams(query), disconnection.signal));
    } catch (error) {
      if (error instanceof Refusal) {
        const { status, field, message } = error;
        answer = { status, body: { error: field === '' ? message : `${field}: ${message}`, field } };
      } else if (disconnection.signal.aborted) return;
      else {
        onFault(errorMessage(error));
        answer = { status: 500, body: { error: 'a fault of the service; its standard error says which' } };
      }
    }
    if (disconnection.signal.aborted) return;
    metrics.countAnswer(servedRoute?.dialect.name ?? 'service', answer.status);
    const { isText = false } = answer;
    const text = isText ? String(answer.body) : JSON.stringify(answer.body);
    response.writeHead(answer.status, {
      'Content-Type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json',
      'Content-Length': Buffer.byteLength(text),
      ...([503, 504].includes(answer.status) && { 'Retry-After': RETRY_AFTER_SECONDS }),
      ...((this.#isEnding || !request.complete) && { Connection: 'close' }),
    });
    response.end(text);
  }

  /**
   * Answers requests for the paths of the service itself; returns null for all other paths.
   * @throws Refusal for clients without access
   */
  #ownAnswer(request: IncomingMessage, path: string): DialectAnswer | null {
    const { grader, metrics, token } = this.#options;
    // Browsers send this header for web pages; trainers do not. A web page must not reach a service on this machine.
    if (request.headers.origin !== undefined)
      throw new Refusal('Origin', 'requests from web pages are not served', 403);
    if (token === null && !isOwnHost(request.headers.host))
      throw new Refusal(
        'Host',
        `"${request.headers.host?.slice(0, 100)}" is not served without a token, since a web page can lead any name here: ask 127.0.0.1 or localhost, or set ALLPASS_TOKEN`,
        403,
      );
    if (path === '/healthz' && request.method === 'GET') {
      const status = this.#isEnding ? 'ending' : grader.isReady ? 'ok' : 'starting';
      return { status: status === 'ok' ? 200 : 503, body: { status } };
    }
    if (token !== null && !isToken(request, token))
      throw new Refusal(
        'Authorization',
        'the token is missing or wrong: send "Authorization: Bearer TOKEN"',
        401,
      );
    if (path === '/metrics' && request.method === 'GET')
      return { status: 200, body: metrics.text(), isText: true };
    return null;
  }

  async #answer(
    servedRoute: Served | undefined,
    request: IncomingMessage,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<DialectAnswer> {
    if (servedRoute === undefined) throw this.#unknownRoute(request);
    const { mostBytes, grader } = this.#options;
    const { route } = servedRoute;
    const busyStatus = route.busyStatus ?? 503;
    if (this.#isEnding) throw new Refusal('', 'the service is ending', busyStatus);
    const routeService = this.#serviceFor(query, route.query);
    const length = Number(request.headers['content-length'] ?? mostBytes);
    const reservedBytes = Math.min(length, mostBytes);
    if (this.#heldBytes + reservedBytes > BODIES * mostBytes)
      throw new Refusal('', 'too much is waiting: ask again later', busyStatus);
    this.#heldBytes += reservedBytes;
    try {
      const text = route.method === 'GET' ? '{}' : await readBody(request, mostBytes);
      const parsedJson = parsedBody(text);
      if (!isLosslessObject(parsedJson)) throw new Refusal('', 'the body must be an object');
      refuseMisspelled(route.schema, parsedJson);
      const body = fitting(route.schema, plain(parsedJson, new Set(route.lossless)));
      const batch = await route.batch(body, routeService);
      const outcomes = await this.#outcomes(grader, batch, signal);
      if (outcomes === null) throw new Refusal('', 'the queue is full: ask again later', busyStatus);
      this.#options.onJudged?.(batch.tasks, outcomes, servedRoute.dialect.name, batch.step);
      return batch.answer(outcomes);
    } finally {
      this.#heldBytes -= reservedBytes;
    }
  }

  async #outcomes(
    grader: Grader,
    batch: TaskBatch,
    signal: AbortSignal,
  ): Promise<readonly GradingOutcome[] | null> {
    const { tasks, deadlineMs = this.#options.service.deadlineMs, asksAgain = false } = batch;
    const end = performance.now() + deadlineMs;
    const first = await grader.grade(tasks, deadlineMs, signal);
    if (!asksAgain) return first;
    const outcomes = [...(first ?? tasks.map(() => unjudgedOutcome('the queue is full')))];
    for (let pause = PAUSES_MS.first; !signal.aborted; pause = Math.min(pause * 2, PAUSES_MS.most)) {
      const unjudgedIndices = [...outcomes.keys()].filter((index) => outcomes[index]!.type === 'unjudged');
      const remainingMs = end - performance.now() - pause;
      if (unjudgedIndices.length === 0 || remainingMs <= 0 || this.#isEnding) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
      const retryOutcomes = await grader.grade(
        unjudgedIndices.map((index) => tasks[index]!),
        remainingMs,
        signal,
      );
      unjudgedIndices.forEach(
        (index, place) => (outcomes[index] = retryOutcomes?.[place] ?? outcomes[index]!),
      );
    }
    return outcomes;
  }

  /** Applies `?profile=` and `?time_limit_s=`, for dialects that have no fields for them. */
  #serviceFor(query: URLSearchParams, routeParameters: readonly string[] = []): Service {
    const { service } = this.#options;
    const names = [...SHARED_PARAMETERS, ...routeParameters];
    for (const name of query.keys()) {
      if (!names.includes(name))
        throw new Refusal(
          name,
          `is no parameter of this address${didYouMean(name, names)}; there are ${names.join(', ')}`,
        );
    }
    const [profile, limit] = [query.get('profile'), query.get('time_limit_s')];
    return {
      ...service,
      query,
      ...(profile !== null && { profile: knownProfile(profile, 'profile') }),
      ...(limit !== null && { timeLimitSeconds: fairLimit(Number(limit), 'time_limit_s') }),
    };
  }

  #unknownRoute({ method, url = '/' }: IncomingMessage): Refusal {
    const [path = ''] = url.split('?');
    const methods = [...this.#routes.values()].filter(({ route }) => route.path === path);
    if (methods.length > 0)
      return new Refusal(
        '',
        `${path} takes ${methods.map(({ route }) => route.method).join(', ')}, not ${method}`,
        405,
      );
    const paths = [...this.#routes.values()].map(({ route }) => route.path);
    return new Refusal(
      '',
      `nothing is served here; there are ${paths.join(', ')}, /healthz and /metrics`,
      404,
    );
  }
}

/** Names of this machine, including those that containers on it use. An attacker cannot register any of them. */
const OWN_NAMES = /^(.+\.)?localhost$|^host\.(docker|containers)\.internal$/;

/**
 * Prevents DNS rebinding. A web page whose name resolves to this machine after it was loaded has the same origin as the
 * service and can read its responses. An address always names the same machine.
 */
function isOwnHost(host: string | undefined): boolean {
  // Browsers always send the header.
  if (host === undefined) return true;
  try {
    const name = new URL(`http://${host}`).hostname.replace(/\.$/, '');
    return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || OWN_NAMES.test(name);
  } catch {
    return false;
  }
}

/**
 * Compares the token. It may be a bearer token, Judge0's header, or the password in the URL, because some clients
 * support only one of these.
 */
function isToken({ headers }: IncomingMessage, token: string): boolean {
  const [scheme = '', value = ''] = (headers.authorization ?? '').split(' ');
  const auth = headers['x-auth-token'];
  const requestToken =
    scheme.toLowerCase() === 'basic'
      ? Buffer.from(value, 'base64')
          .toString()
          .replace(/^[^:]*:/, '')
      : value || (typeof auth === 'string' ? auth : '');
  const [one, other] = [Buffer.from(requestToken), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
