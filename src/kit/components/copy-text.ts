import { focusedElement, returnFocus } from './focused-element.ts';

/**
 * Copies a text. A page on plain http and one in a frame of another site have no clipboard; the older command works
 * there.
 * @param button the pressed one; a dialog around it lets nothing outside have the focus
 * @returns whether the browser did it
 */
export async function copyText(text: string, button: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text, button.closest('dialog') ?? document.body);
  }
}

function copySelected(text: string, parent: Element): boolean {
  const before = focusedElement();
  const field = parent.appendChild(document.createElement('textarea'));
  field.className = 'visually-hidden';
  field.setAttribute('aria-hidden', 'true');
  field.readOnly = true;
  field.value = text;
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    returnFocus(before);
  }
}
