import type { AddressSpace } from './address-space.ts';

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
