import type { ModelFailure } from '../../chat-model.ts';
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

const EXAMPLE = 'Write it like http://localhost:8000/v1 or https://api.example.com/v1.';

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
  if (trimmed === '') return badAddress('The address of the server is empty.');
  const url = parseUrl(withScheme(trimmed));
  // A space is never part of a host; browsers differ in what they make of one.
  if (url === null || /\s/.test(trimmed)) return badAddress('The address of the server cannot be read.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return badAddress(`The address begins with ${url.protocol}, and only http: and https: can be fetched.`);
  }
  // Neither is quoted: keys are sometimes pasted there.
  if (url.username !== '' || url.password !== '') {
    return badAddress('The address carries a user name or a password.', 'Put the key into the field for it.');
  }
  if (url.search !== '') {
    return badAddress('The address carries a query after "?".', 'Remove it; a key goes into its own field.');
  }
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  const space = addressSpaceOf(url.hostname);
  const isMixed = pageOrigin?.startsWith('https:') === true && url.protocol === 'http:';
  if (isMixed && space !== 'loopback' && !(space === 'local' && marksRequests)) {
    return { ok: false, failure: mixedContent(url.host, space) };
  }
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
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function apiPath(pathname: string): string {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const exact = path.replace(/\/(chat\/completions|completions|models)$/, '');
  if (exact !== path && exact !== '') return exact;
  if (path.endsWith('/chat/completions')) return '';
  return /\/v\d/.test(exact) ? exact : `${exact}/v1`;
}

function badAddress(message: string, remedy: string = EXAMPLE): EndpointResult {
  return { ok: false, failure: { layer: 'address', message, remedy } };
}

function mixedContent(host: string, space: AddressSpace): ModelFailure {
  const inChrome = space === 'local' ? 'use Chrome from version 142 on, which asks you instead, ' : '';
  return {
    layer: 'mixed-content',
    message: `This page was loaded over https, and the browser does not let it fetch http://${host}.`,
    remedy:
      `Serve the model over https, reach it as http://localhost (a tunnel such as ssh -L does that), ` +
      `${inChrome}or open this app over http.`,
  };
}
