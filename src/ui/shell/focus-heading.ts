/** Puts the focus where the page that was come to begins: screen readers say it, and Tab goes on from there. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (heading === null) return;
  if (!heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1;
    heading.classList.add('focus-target');
  }
  heading.focus();
}
