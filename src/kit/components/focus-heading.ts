/**
 * Puts the focus where the page that was come to begins: screen readers say it, and Tab goes on from there. A heading
 * that arrives later takes the focus on arrival, unless the focus has moved by then.
 */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('main');
  if (main === null || takeFocus(main.querySelector('h1'))) return;
  takeFocus(main);
  const waiting = new MutationObserver(() => {
    if (document.activeElement !== main || takeFocus(main.querySelector('h1'))) waiting.disconnect();
  });
  waiting.observe(main, { childList: true, subtree: true });
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
