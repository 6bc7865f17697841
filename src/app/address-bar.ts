import type { AddressBar } from '../kit/address/address-state.svelte.ts';

export function addressBar(): AddressBar {
  return {
    get hash() {
      return location.hash;
    },
    push: (hash) => history.pushState(null, '', hash),
    replace: (hash) => history.replaceState(null, '', hash),
    // Links, edits of the hash, back and forward all end in this event.
    listen: (onChange) => addEventListener('popstate', onChange),
  };
}
