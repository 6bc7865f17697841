import type { FailureLayer, ModelFailure } from '../../chat-model.ts';
import {
  type OllamaContext,
  contextMoved,
  contextTooShort,
  keyForbidden,
  limitNeeded,
  modelIsUnknown,
  noCredit,
  noServer,
  noSuchPath,
  pageNotAdmitted,
  promptCut,
  promptModerated,
  promptTooFewTokens,
  requestRefused,
  serverBusy,
  serverTooSlow,
  sharedContextFull,
  systemRefused,
  tooManyRequests,
  valueRefused,
  wantsValidKey,
  redirectUnfollowed,
  redirectsTo,
} from '../failures.ts';
import { admittingOptions } from '../server-presets.ts';
import type { EndMeaning } from '../answer-end.ts';
import { needsPermission } from './address-space.ts';
import type { Endpoint } from './endpoint.ts';
import type { ListedModel } from '../model-list.ts';
import {
  isContextOverflow,
  isModerated,
  isUnknownModel,
  namesContext,
  refusalOf,
  refusesSystemRole,
  wants,
  type ServerError,
} from '../server-error.ts';

/** Most model names that a message lists. */
const MOST_NAMES = 5;

/** The facts of a diagnosis about the request that failed. */
export interface RequestContext {
  readonly endpoint: Endpoint;
  /** The requested path, below the endpoint's base. */
  readonly path: '/chat/completions' | '/models';
  /** Name of the model; '' when the request names none. */
  readonly model: string;
  /** The origin of the page; null outside a browser, where there is no CORS. */
  readonly origin: string | null;
}

/**
 * Explains a refusal. `available` holds the models that the server lists; null when the list cannot be read. After a
 * bare 404, it distinguishes a wrong model from a wrong path.
 */
export function explainRefusal(
  error: ServerError,
  { endpoint: { base, host }, path, model }: RequestContext,
  available: readonly ListedModel[] | null,
  sent: Sent = {},
): ModelFailure {
  const { status, text } = error;
  if (status === 401) return wantsValidKey(host);
  if (path !== '/models' && isModerated(error)) return promptModerated(host, text);
  if (status === 403) return keyForbidden(host, text);
  if (isContextOverflow(error)) return contextTooShort(model, host, text);
  if (isUnknownModel(error) || (status === 404 && available?.every(({ name }) => name !== model)))
    return unknownModel(host, model, available);
  if (status === 404 || status === 405) return noSuchPath(base + path, status);
  if (status === 402 || error.code.includes('insufficient_quota')) return noCredit(host, status, text);
  if (status === 429) return tooManyRequests(host, text);
  const unsendable = explainParameter(error, host, model, sent);
  if (unsendable !== null) return unsendable;
  if (status === 408 || status === 504) return serverTooSlow(host, status, text);
  if (status === 502 || status === 503) return serverBusy(host, status, text);
  return namesContext(error) ? sharedContextFull(host, status, text) : requestRefused(host, status, text);
}

/** The body of the request that was refused. */
type Sent = Readonly<Record<string, unknown>>;

/**
 * Explains a refusal of a value, of a missing limit or of a role, which all similar requests would get; null for other
 * refusals.
 */
function explainParameter(error: ServerError, host: string, model: string, sent: Sent): ModelFailure | null {
  if (error.status !== 400 && error.status !== 422) return null;
  const { text } = error;
  for (const name of ['max_tokens', 'top_p', 'temperature', 'seed'] as const) {
    const value = sent[name] ?? (name === 'max_tokens' ? sent['max_completion_tokens'] : undefined);
    if (value === undefined) continue;
    if (refusalOf(name, error) !== null) return valueRefused(host, name, value, text);
  }
  const hasLimit = 'max_tokens' in sent || 'max_completion_tokens' in sent;
  if (!hasLimit && wants('max_tokens', error)) return limitNeeded(host, text);
  const hasSystem =
    Array.isArray(sent['messages']) && /"role":"system"/.test(JSON.stringify(sent['messages']));
  return hasSystem && refusesSystemRole(error) ? systemRefused(host, model, text) : null;
}

const UNREACHABLE: ReadonlySet<FailureLayer> = new Set<FailureLayer>([
  'mixed-content',
  'local-network',
  'network-or-cors',
  'cors',
  'redirect',
]);

/** Whether other requests would fail in the same way, because no readable response arrived. */
export function isUnreachable({ layer }: ModelFailure): boolean {
  return UNREACHABLE.has(layer);
}

/** The failure for a model that the server does not know, or for a missing model name. */
export function unknownModel(
  host: string,
  model: string,
  available: readonly ListedModel[] | null,
): ModelFailure {
  const names = (available ?? []).map(({ name }) => name);
  const [some, more] = [names.slice(0, MOST_NAMES), names.length - MOST_NAMES];
  return modelIsUnknown(host, model, some, Math.max(more, 0));
}

/** Explains a failed connection. `answersWithoutCors`: whether a request that needs no CORS was answered. */
export function explainNoConnection(
  { endpoint: { base, host, origin: serverOrigin, space }, origin }: RequestContext,
  answersWithoutCors: boolean,
  proxy: string | null = null,
): ModelFailure {
  if (origin !== null && origin !== serverOrigin && answersWithoutCors)
    return pageNotAdmitted(host, origin, admittingOptions(origin, base));
  const isPageSecure = origin?.startsWith('https:') === true;
  const asks = needsPermission(origin, space);
  return noServer(host, serverOrigin, isPageSecure, asks, proxy);
}

/**
 * Explains an answer whose prompt or text did not fit the context although the server reported no error. The text does
 * not answer the question.
 * @param context tokens; null when unknown
 * @param ollama null for another server
 */
export function explainLostContext(
  { endpoint: { host } }: RequestContext,
  meaning: Extract<EndMeaning, { type: 'prompt-cut' | 'slid' }>,
  context: number | null,
  ollama: OllamaContext | null,
): ModelFailure {
  const { promptTokens } = meaning;
  if (meaning.type === 'prompt-cut' && meaning.leastPrompt !== undefined)
    return promptTooFewTokens(host, promptTokens, meaning.leastPrompt, ollama);
  if (meaning.type === 'prompt-cut') return promptCut(host, context, promptTokens, ollama);
  return contextMoved(host, context, promptTokens, meaning.completionTokens, ollama);
}

/**
 * Redirects of model servers. A request with a prompt or a key never follows one, because 307 and 308 would send the
 * prompt to the new address. `redirect: 'manual'` is used, not 'error': an error looks like a server that is down.
 */

/** Most characters of an address that are shown. */
const LONGEST = 200;

/**
 * Whether a response is a redirect. A browser hides the status and the target of a redirect that was not followed; Node
 * shows them.
 */
export function isRedirect({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/**
 * Explains a redirect that was not followed.
 * @param end the final address of `/models`, found by a request without a prompt or a key; null when unknown
 */
export function explainRedirect(
  { endpoint: { base, host, origin } }: RequestContext,
  end: string | null,
): ModelFailure {
  const target = end === null ? null : end.replace(/\/models\/?$/, '');
  if (target === null || target === base) return redirectUnfollowed(host);
  const where = new URL(target).origin === origin ? target : new URL(target).origin;
  const [shownWhere, shownTarget] = [where.slice(0, LONGEST), target.slice(0, LONGEST)];
  return redirectsTo(host, shownWhere, shownTarget);
}
