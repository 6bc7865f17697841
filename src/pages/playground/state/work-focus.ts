/** Moves the keyboard focus in the playground. */
import { flushSync } from 'svelte';

/** The editor, or the plain field that stands in its place until it has come. */
export function focusProgram(): void {
  flushSync();
  const panel = document.querySelector('#pane-panel-program');
  const editor = panel?.querySelector('[data-editor]')?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  (editor ?? panel?.querySelector('textarea'))?.focus();
}

export function focusAnswer(): void {
  flushSync();
  document.querySelector<HTMLElement>('#answer')?.focus();
}

export function focusVerdict(): void {
  flushSync();
  document.querySelector<HTMLElement>('#verdict h2')?.focus();
}

/** Runs what may take away the part that has the focus, which then goes to `next`; else it stays where it is. */
export function keepFocus(run: () => void, next: () => void): void {
  // The palette gives the focus back as it goes.
  flushSync();
  const before = document.activeElement;
  run();
  flushSync();
  if (before !== null && !before.isConnected) next();
}
