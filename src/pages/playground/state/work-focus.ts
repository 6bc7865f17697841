/** Moves the keyboard focus in the playground. */
import { flushSync } from 'svelte';

/** The focused element when the focus of the program was requested, while the panel's code was loading. */
let focusedAtRequest: Element | null | undefined;

/** Focuses the editor, or the plain field that replaces it while it is loading. */
export function focusProgram(): void {
  flushSync();
  const panel = document.querySelector('#pane-panel-program');
  const editor = panel?.querySelector('[data-editor]')?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  const field = editor ?? panel?.querySelector('textarea');
  if (field) field.focus();
  else if (panel !== null) focusedAtRequest = document.activeElement;
}

/** Focuses the program when its panel appears, if that was requested and the user has not moved the focus since. */
export function focusNewProgram(): void {
  const before = focusedAtRequest;
  focusedAtRequest = undefined;
  if (before !== undefined && before === document.activeElement) focusProgram();
}

export function focusAnswer(): void {
  flushSync();
  document.querySelector<HTMLElement>('#answer')?.focus();
}

export function focusVerdict(): void {
  flushSync();
  document.querySelector<HTMLElement>('#verdict h2')?.focus();
}

/** Runs an action that may remove the focused element. If it does, the focus moves to `next`. */
export function keepFocus(run: () => void, next: () => void): void {
  // If the command palette started the action, it closes here first and returns the focus to the element before it.
  flushSync();
  const focusedBefore = document.activeElement;
  run();
  flushSync();
  if (focusedBefore !== null && !focusedBefore.isConnected) next();
}
