/** Whether any page around this one is of another origin: it cannot read this one, but may lay its own buttons over it. */
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
