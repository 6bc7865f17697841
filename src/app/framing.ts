/** Said where another site's page holds this one: it cannot read it, but may lay its own buttons over it. */
export const FRAMED =
  'This page is shown inside a page of another site while it holds a key: that site may trick you into pressing ' +
  'buttons here. Open it in a tab of its own, or remove the key.';

/** Whether any page around this one is of another origin. */
export function isFramedByAnother(): boolean {
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
