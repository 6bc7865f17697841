import type { StorageTrouble } from '../storage/record-store.ts';

/** The text for each kind of storage trouble. */
export const storageTroubles: Readonly<Record<StorageTrouble, string>> = {
  full: 'The storage of this browser is full: what you do now is forgotten when you leave.',
  blocked: 'This browser does not let the page store anything: what you do now is forgotten when you leave.',
  outdated:
    'A newer version of this page is open in another tab: what you do here is forgotten when you leave. Reload this tab.',
  held: 'Another tab has an older version of this page open: close it, and this one goes on.',
  misfit: 'Something that is stored here could not be read: it is kept, and left out.',
};
