/** Why a request came to nothing: browsers do not say it, so it is found out. */
import { fault, type Fault } from '../faults/fault.ts';

const NEAR = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Where this code runs, as a page's scripts have it; null outside a browser. */
function pageOrigin(): string | null {
  return typeof location === 'undefined' ? null : location.origin;
}

/** Why the browser would not even ask. */
export function explainRefusal(url: string): Fault | null {
  const { protocol, hostname } = new URL(url);
  const isSecure = pageOrigin()?.startsWith('https:') === true;
  return isSecure && protocol === 'http:' && !NEAR.test(hostname) ? fault('isPlainHttp') : null;
}

/** A request whose answer no page may read tells a server that shares nothing from one that is not there. */
export async function explainNoAnswer(url: string, ask: typeof fetch): Promise<Fault> {
  const origin = pageOrigin();
  if (origin === null || new URL(url).origin === origin) return fault('isNotReached');
  if (!navigator.onLine && !NEAR.test(new URL(url).hostname)) return fault('hasNoNetwork');
  try {
    const answer = await ask(url, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    await answer.body?.cancel();
    return fault('isNotShared');
  } catch {
    return fault('isNotReached');
  }
}
