import type { ModelFailure } from '../../chat-model.ts';
import { failed, modelFailure } from '../../failure.ts';
import { addressSpaceOf, isLoopback, type AddressSpace } from './address-space.ts';

export interface Endpoint {
  /** The prefix of `/chat/completions` and `/models`; no slash at its end. */
  readonly base: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Host and port, as messages name it. */
  readonly host: string;
  readonly space: AddressSpace;
}

export type EndpointResult =
  { readonly ok: true; readonly endpoint: Endpoint } | { readonly ok: false; readonly failure: ModelFailure };

/**
 * Reads the address of an OpenAI-compatible server as people paste it. Without a scheme, http is taken
 * for this machine and for bare addresses, https for the rest. A path without a version (`/v1`, `/v1beta`)
 * gets `/v1`, unless the whole path to `/chat/completions` was given: then what precedes it is meant
 * exactly. `0.0.0.0`, which servers print and browsers refuse, becomes `127.0.0.1`.
 *
 * `pageOrigin` is the origin of the page (null outside a browser): an https page may fetch plain http
 * from this machine only, and from its network where the browser takes requests marked for it
 * (`marksRequests`). The failure's layer is 'address' or 'mixed-content'.
 */
export function parseEndpoint(
  address: string,
  pageOrigin: string | null,
  marksRequests = false,
): EndpointResult {
  const trimmed = address.trim();
  if (trimmed === '') return failed(modelFailure('address', 'emptyAddress'));
  const url = parseUrl(withScheme(trimmed));
  // A space is never part of a host; browsers differ in what they make of one.
  if (url === null || /\s/.test(trimmed)) return failed(modelFailure('address', 'unreadableAddress'));
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failed(modelFailure('address', 'foreignProtocol', url.protocol));
  // Neither is quoted: keys are sometimes pasted there.
  if (url.username !== '' || url.password !== '') return failed(modelFailure('address', 'addressHasUser'));
  if (url.search !== '') return failed(modelFailure('address', 'addressHasQuery'));
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const space = addressSpaceOf(url.hostname);
  const isMixed = pageOrigin?.startsWith('https:') === true && url.protocol === 'http:';
  if (isMixed && space !== 'loopback' && !(space === 'local' && marksRequests))
    return failed(modelFailure('mixed-content', 'mixedContent', url.host, space === 'local'));
  return {
    ok: true,
    endpoint: { base: url.origin + apiPath(url.pathname), origin: url.origin, host: url.host, space },
  };
}

function withScheme(address: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return address;
  const hostname = parseUrl(`http://${address}`)?.hostname ?? '';
  const isNear = isLoopback(hostname) || !hostname.includes('.') || /^[\d.]+$|\.local$/.test(hostname);
  return `${isNear ? 'http' : 'https'}://${address}`;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function apiPath(pathname: string): string {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const exact = path.replace(/\/(chat\/completions|completions|models)$/, '');
  if (exact !== path && exact !== '') return exact;
  if (path.endsWith('/chat/completions')) return '';
  return /\/v\d/.test(exact) ? exact : `${exact}/v1`;
}
