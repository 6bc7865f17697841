/** What the next key goes to: the editor's own element, which stands in a shadow root, and not the root's host. */
export function focusedElement(): HTMLElement | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element instanceof HTMLElement ? element : null;
}
