/** Warnings that most visits do not show. They are loaded on demand. */
import type { NoticesState } from '../common/shell/shell-states.svelte.ts';
import type { StorageTrouble } from '../storage/record-store.ts';

/** The message for each kind of storage failure. */
export const storageTroubles: Readonly<Record<StorageTrouble, string>> = {
  full: 'The storage of this browser is full: what you do now is forgotten when you leave.',
  blocked: 'This browser does not let the page store anything: what you do now is forgotten when you leave.',
  outdated:
    'A newer version of this page is open in another tab: what you do here is forgotten when you leave. Reload this tab.',
  held: 'Another tab has an older version of this page open: close it, and this one goes on.',
  misfit: 'Something that is stored here could not be read: it is kept, and left out.',
};

const FRAMED =
  'This page is shown inside a page of another site while it holds a key: that site may trick you into pressing ' +
  'buttons here. Open it in a tab of its own, or remove the key.';

export function warnOfFraming(notices: NoticesState): void {
  if (isFramedByAnother()) notices.show(FRAMED);
}

/** Whether a page that contains this page in a frame has another origin. */
function isFramedByAnother(): boolean {
  let frame: Window = window;
  while (frame !== frame.parent) {
    frame = frame.parent;
    try {
      if (frame.location.origin !== location.origin) return true;
    } catch {
      // The location of a page with another origin cannot be read.
      return true;
    }
  }
  return false;
}
