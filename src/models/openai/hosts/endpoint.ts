import type { ModelFailure } from '../../chat-model.ts';
import { failed, type OrFailure } from '../../failure.ts';
import { addressSpaceOf, isLoopback, type AddressSpace } from './address-space.ts';

export interface Endpoint {
  /** The prefix of `/chat/completions` and `/models`, without a trailing slash. */
  readonly base: string;
  /** An alternative prefix: the address without the added `/v1`; null if none was added. */
  readonly asGiven: string | null;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Host and port, as messages show them. */
  readonly host: string;
  readonly space: AddressSpace;
}

/**
 * The ports that the Fetch standard blocks. A blocked port that is missing here only gets a less specific
 * message.
 */
const FORBIDDEN_PORTS: ReadonlySet<number> = new Set([
  ...[
    1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
    109,
  ],
  ...[
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526,
    530,
  ],
  ...[
    531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045,
    4190,
  ],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

export type EndpointResult = OrFailure<{ readonly endpoint: Endpoint }>;

const ADDRESS_EXAMPLE = 'Write it like http://localhost:8000/v1 or https://api.example.com/v1.';

/**
 * Reads the address of an OpenAI-compatible server as the user enters it. Without a scheme, it uses http for
 * this machine and for bare addresses, and https for all others. It adds `/v1` to a path without a version
 * (`/v1`, `/v1beta`); the path without it is tried if the added one does not exist. If the address ends with
 * `/chat/completions`, the part before it is used exactly. `0.0.0.0`, which servers print and browsers
 * reject, becomes `127.0.0.1`. An HTTPS page may fetch plain HTTP only from this machine, and from its local
 * network if the browser accepts `targetAddressSpace`. The failure's layer is 'address' or 'mixed-content'.
 * @param pageOrigin the origin of the page; null outside a browser
 * @param marksRequests whether the browser accepts `targetAddressSpace`
 */
export function parseEndpoint(
  address: string,
  pageOrigin: string | null,
  marksRequests = false,
): EndpointResult {
  const trimmedAddress = address.trim();
  const refusal = (message: string, remedy = ADDRESS_EXAMPLE) =>
    failed({ layer: 'address', message, remedy });
  if (trimmedAddress === '') return refusal('The address of the server is empty.');
  const url = parseUrl(withScheme(trimmedAddress));
  // A host never contains a space, and browsers differ in how they parse one.
  if (url === null || /\s/.test(trimmedAddress)) return refusal('The address of the server cannot be read.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refusal(`The address begins with ${url.protocol}, and only http: and https: can be fetched.`);
  // The messages quote neither part, because users sometimes paste keys there.
  if (url.username !== '' || url.password !== '')
    return refusal('The address carries a user name or a password.', 'Put the key into the field for it.');
  if (url.search !== '')
    return refusal('The address carries a query after "?".', 'Remove it; a key goes into its own field.');
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1';
  if (pageOrigin !== null && FORBIDDEN_PORTS.has(Number(url.port)))
    return refusal(
      `Browsers forbid pages to fetch from the port of ${url.host}: it belongs to another service.`,
      'Start the server on another port, such as 8000; the command line can use this one.',
    );
  const space = addressSpaceOf(url.hostname);
  const isMixed = pageOrigin?.startsWith('https:') === true && url.protocol === 'http:';
  if (isMixed && space !== 'loopback' && !(space === 'local' && marksRequests))
    return failed(mixedContent(url.host, space === 'local'));
  const path = apiPath(url.pathname);
  const { origin, host } = url;
  const asGiven = path.isVersioned ? null : origin + path.exact;
  return {
    ok: true,
    endpoint: { base: origin + path.exact + (path.isVersioned ? '' : '/v1'), asGiven, origin, host, space },
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

function apiPath(pathname: string): { readonly exact: string; readonly isVersioned: boolean } {
  const path = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const exact = path.replace(/\/(chat\/completions|completions|models)$/, '');
  const isWhole = (exact !== path && exact !== '') || path.endsWith('/chat/completions');
  return { exact, isVersioned: isWhole || /\/v\d/.test(exact) };
}

/** @param isLocal whether the server is in the local network, which Chrome lets a page reach */
function mixedContent(host: string, isLocal: boolean): ModelFailure {
  const inChrome = isLocal ? 'use Chrome from version 142 on, which asks you instead, ' : '';
  return {
    layer: 'mixed-content',
    message: `This page was loaded over https, and the browser does not let it fetch http://${host}.`,
    remedy:
      `Serve the model over https, reach it as http://localhost (a tunnel such as ssh -L does that), ` +
      `${inChrome}or open this app over http.`,
  };
}
