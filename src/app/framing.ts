/** A page of another site that frames this one cannot read it, but can cover it with its own buttons. */
import type { NoticesState } from '../common/shell/state/notices-state.svelte.ts';

const FRAMED =
  'This page is shown inside a page of another site while it holds a key: that site may trick you into pressing ' +
  'buttons here. Open it in a tab of its own, or remove the key.';

export function warnOfFraming(notices: NoticesState): void {
  if (isFramedByAnother()) notices.say(FRAMED);
}

/** Whether any page around this one has another origin. */
function isFramedByAnother(): boolean {
  let frame: Window = window;
  while (frame !== frame.parent) {
    frame = frame.parent;
    try {
      if (frame.location.origin !== location.origin) return true;
    } catch {
      // The location of a page of another origin cannot be read.
      return true;
    }
  }
  return false;
}
