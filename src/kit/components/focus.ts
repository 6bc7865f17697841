/**
 * Focuses the heading of a page after navigation, so that screen readers announce it and Tab continues from there. A
 * heading that is rendered later takes the focus then, unless the focus has moved.
 */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (main === null || takeFocus(main.querySelector('h1'))) return;
  takeFocus(main);
  const observer = new MutationObserver(() => {
    if (document.activeElement !== main || takeFocus(main.querySelector('h1'))) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
}

function takeFocus(element: HTMLElement | null): boolean {
  if (element === null) return false;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.classList.add('focus-target');
  }
  element.focus();
  return true;
}

/** Returns the focused element. For the editor, it returns the element in the shadow root, and not the root's host. */
export function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}

/** For each removed element, a function that focuses its replacement. */
const replacements = new WeakMap<HTMLElement, () => void>();

/**
 * Registers a replacement. The plain field of an editor is removed when the editor has loaded, perhaps behind a dialog
 * that returns the focus later.
 */
export function replaceFocusTarget(element: HTMLElement, focus: () => void): void {
  replacements.set(element, focus);
}

/** Returns the focus to an element, or to its replacement. */
export function returnFocus(element: HTMLElement | null): void {
  if (element === null) return;
  if (element.isConnected) element.focus({ preventScroll: true });
  else replacements.get(element)?.();
}
