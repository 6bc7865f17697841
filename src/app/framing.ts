/** A page of another site around this one cannot read it, but may lay its own buttons over it. */
import type { NoticesState } from '../common/shell/state/notices-state.svelte.ts';
import * as words from './words/framing.ts';

export function warnOfFraming(notices: Pick<NoticesState, 'say'>): void {
  if (isFramedByAnother()) notices.say(words.framed);
}

/** Whether any page around this one is of another origin. */
function isFramedByAnother(): boolean {
  let frame: Window = window;
  while (frame !== frame.parent) {
    frame = frame.parent;
    try {
      if (frame.location.origin !== location.origin) return true;
    } catch {
      // A location that cannot be read is of another origin.
      return true;
    }
  }
  return false;
}
