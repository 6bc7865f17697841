/**
 * Redirects of model servers. Nothing that carries a prompt or a key follows one: 307 and 308 would take the prompt
 * to wherever they point. `redirect: 'manual'` is used, not 'error': an error looks like a server that is down.
 */
import type { ModelFailure } from '../../chat-model.ts';
import type { RequestContext } from './diagnosis.ts';
import { redirectUnfollowed, redirectsTo } from '../failures.ts';

/** Characters of an address that are shown. */
const LONGEST = 200;

/** A browser hides status and target of a redirect that was not followed; Node shows them. */
export function isRedirect({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/**
 * Explains one that was not followed.
 * @param end where it leads, as a request that carried nothing has found it for `/models`; null where it came to no end
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
