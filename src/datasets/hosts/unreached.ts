/** Why a request came to nothing: browsers do not say it, so it is found out. */

/** The end of a sentence about a file that no page can fetch. */
export const BY_HAND = 'download the file and add it from the disk';

const NOT_REACHED =
  'could not be fetched: the server was not reached, or its redirects lead nowhere; check the address and the network';

const NEAR = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Where this code runs, as a page's scripts have it; null outside a browser. */
function pageOrigin(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}

/** Why the browser would not even ask. */
export function explainRefusal(url: string): string | null {
  const { protocol, hostname } = new URL(url);
  const isSecure = pageOrigin()?.startsWith('https:') === true;
  return isSecure && protocol === 'http:' && !NEAR.test(hostname)
    ? `comes over plain http, which the browser does not let a page over https load: give an address with https, or ${BY_HAND}`
    : null;
}

/** A request whose answer no page may read tells a server that shares nothing from one that is not there. */
export async function explainNoAnswer(url: string, ask: typeof fetch): Promise<string> {
  const origin = pageOrigin();
  if (origin === null || new URL(url).origin === origin) return NOT_REACHED;
  if (!navigator.onLine && !NEAR.test(new URL(url).hostname))
    return 'could not be fetched, as this device has no network: try again when it has';
  try {
    const answer = await ask(url, {
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
