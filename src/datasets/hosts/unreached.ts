/** Finds the reason for a failed request, because browsers do not report it to a page. */

/** The end of a message about a file that no page can fetch. */
export const BY_HAND = 'download the file and add it from the disk';

const NOT_REACHED =
  'could not be fetched: the server was not reached, or its redirects lead nowhere; check the address and the network';

const NEAR_HOST = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** The origin of the page; null outside a browser. */
function pageOrigin(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}

/** Returns the reason why the browser blocks a request before it is sent, or null if it does not. */
export function explainRefusal(url: string): string | null {
  const { protocol, hostname } = new URL(url);
  const isSecure = pageOrigin()?.startsWith('https:') === true;
  return isSecure && protocol === 'http:' && !NEAR_HOST.test(hostname)
    ? `comes over plain http, which the browser does not let a page over https load: give an address with https, or ${BY_HAND}`
    : null;
}

/**
 * Determines whether a server cannot be reached, or exists but does not share its files with pages. The request
 * is repeated without reading the response.
 */
export async function explainNoAnswer(url: string, fetchUrl: typeof fetch): Promise<string> {
  const origin = pageOrigin();
  if (origin === null || new URL(url).origin === origin) return NOT_REACHED;
  if (!navigator.onLine && !NEAR_HOST.test(new URL(url).hostname))
    return 'could not be fetched, as this device has no network: try again when it has';
  try {
    const answer = await fetchUrl(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    await answer.body?.cancel();
    return `comes from a server that does not let other pages read it (it sends no Access-Control-Allow-Origin): ${BY_HAND}`;
  } catch {
    return NOT_REACHED;
  }
}
