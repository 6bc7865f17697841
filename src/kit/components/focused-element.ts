/** Returns the target of the next key: the editor's own element, which is in a shadow root, and not the root's host. */
export function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}

/** By a removed element: gives the focus to the element that took its place. */
const replacements = new WeakMap<HTMLElement, () => void>();

/** The plain field of an editor goes when the editor has loaded, perhaps behind a dialog that returns the focus later. */
export function replaceFocusTarget(element: HTMLElement, focus: () => void): void {
  replacements.set(element, focus);
}

/** Returns the focus to an element, or to the one that took its place. */
export function returnFocus(element: HTMLElement | null): void {
  if (element === null) return;
  if (element.isConnected) element.focus({ preventScroll: true });
  else replacements.get(element)?.();
}
