/** How near a server is, as browsers see it: they guard this machine and its network from pages of the web. */
export type AddressSpace = 'loopback' | 'local' | 'public';

const NEARNESS: Readonly<Record<AddressSpace, number>> = { public: 0, local: 1, loopback: 2 };

/** IPv4 ranges that no router of the internet carries, shared ones of providers and VPNs among them. */
const LOCAL_IPV4 =
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$/;

/**
 * Returns the address space of a host name (as `URL.hostname` gives it). A name is judged by its form, because a page
 * cannot look it up.
 */
export function addressSpaceOf(hostname: string): AddressSpace {
  if (isLoopback(hostname)) return 'loopback';
  if (hostname.startsWith('[')) return /^\[(f[cd]|fe[89ab])/.test(hostname) ? 'local' : 'public';
  const isLocal =
    !hostname.includes('.') ||
    LOCAL_IPV4.test(hostname) ||
    /\.(local|lan|internal|home\.arpa)$/.test(hostname);
  return isLocal ? 'local' : 'public';
}

/** Whether a host name (as `URL.hostname` gives it) is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.[\d.]+$/.test(hostname)
  );
}

/** Whether a page of `pageOrigin` needs the browser's permission for servers in `space` (Chrome from 142 on asks). */
export function needsPermission(pageOrigin: string | null, space: AddressSpace): boolean {
  if (pageOrigin === null || !URL.canParse(pageOrigin)) return false;
  return NEARNESS[space] > NEARNESS[addressSpaceOf(new URL(pageOrigin).hostname)];
}

/** The browser's own information about requests to this machine and its network. */
export interface BrowserNetwork {
  /** It takes `targetAddressSpace` in a request, and then lets an https page fetch plain http from near by. */
  readonly marksRequests: boolean;
  /** Whether the page may reach servers in `space`; 'unknown' where the browser has no such permission. */
  permission(space: AddressSpace): Promise<PermissionState | 'unknown'>;
}

/** Chrome has split one permission in two; older versions know only the last of these names. */
const PERMISSIONS: Readonly<Record<AddressSpace, readonly string[]>> = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
  public: [],
};

/** The browser that this code runs in; outside one, nothing is marked and nothing is known. */
export const realmNetwork: BrowserNetwork = {
  get marksRequests() {
    if (typeof Request === 'undefined' || !('targetAddressSpace' in Request.prototype)) return false;
    try {
      // Versions before the present rules throw at this word, and mean another thing by 'local'.
      new Request('http://localhost/', { targetAddressSpace: 'loopback' } as RequestInit);
      return true;
    } catch {
      return false;
    }
  },
  async permission(space) {
    for (const name of PERMISSIONS[space]) {
      try {
        return (await navigator.permissions.query({ name: name as PermissionName })).state;
      } catch {
        // Unknown here; perhaps under another name.
      }
    }
    return 'unknown';
  },
};
