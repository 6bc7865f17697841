import { AddressState } from '../../src/kit/address/address-state.svelte.ts';
import type { PageCodec } from '../../src/kit/address/route.ts';
import { PageView } from '../../src/kit/address/page-view.svelte.ts';

/** The view of one page, at an address bar that tests can read and change. */
export function viewOf<View extends object>(codec: PageCodec<View>, hash = '') {
  const bar = {
    hash,
    /** Steps in the browser's history. */
    steps: 0,
    changed: (): void => undefined,
    push(next: string) {
      bar.hash = next;
      bar.steps++;
    },
    replace: (next: string) => void (bar.hash = next),
    listen: (onChange: () => void) => void (bar.changed = onChange),
  };
  return { bar, view: new PageView(new AddressState(bar, [codec]), codec) };
}
