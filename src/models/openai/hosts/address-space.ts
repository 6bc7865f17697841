/**
 * How close a server is in the network. Browsers protect this machine and its local network from pages of the
 * web.
 */
export type AddressSpace = 'loopback' | 'local' | 'public';

const NEARNESS: Readonly<Record<AddressSpace, number>> = { public: 0, local: 1, loopback: 2 };

/** IPv4 ranges that are not routed on the internet, including the shared ranges of providers and VPNs. */
const LOCAL_IPV4 =
  /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$/;

/**
 * Returns the address space of a host name (in the form of `URL.hostname`). A name is classified by its form,
 * because a page cannot look it up.
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

/** Whether a host name (in the form of `URL.hostname`) is this machine. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.[\d.]+$/.test(hostname)
  );
}

/**
 * Whether a page of `pageOrigin` needs the browser's permission for servers in `space`. Chrome requires it
 * from version 142.
 */
export function needsPermission(pageOrigin: string | null, space: AddressSpace): boolean {
  if (pageOrigin === null || !URL.canParse(pageOrigin)) return false;
  return NEARNESS[space] > NEARNESS[addressSpaceOf(new URL(pageOrigin).hostname)];
}

/** The browser's own information about requests to this machine and its network. */
export interface BrowserNetwork {
  /**
   * Whether the browser accepts `targetAddressSpace` in a request. An HTTPS page may then fetch plain HTTP
   * from nearby servers.
   */
  readonly marksRequests: boolean;
  /** The permission to reach servers in `space`; 'unknown' if the browser has no permission for this. */
  permission(space: AddressSpace): Promise<PermissionState | 'unknown'>;
}

/**
 * Permission names, newest first. Chrome has split one permission into two; older versions know only the last
 * name.
 */
const PERMISSIONS: Readonly<Record<AddressSpace, readonly string[]>> = {
  loopback: ['loopback-network', 'local-network-access'],
  local: ['local-network', 'local-network-access'],
  public: [],
};

/**
 * The network of the browser that runs this code. Outside a browser, it sets no address space and has no
 * permission.
 */
export const realmNetwork: BrowserNetwork = {
  get marksRequests() {
    if (typeof Request === 'undefined' || !('targetAddressSpace' in Request.prototype)) return false;
    try {
      // Older versions throw for this value, and use a different meaning of 'local'.
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
        // The browser does not know this name; try the next one.
      }
    }
    return 'unknown';
  },
};
