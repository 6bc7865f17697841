/** Shortcuts: `Mod+Enter`, `/`, `Escape`. `Mod` is Control, and the command key where there is one. */

export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** @param typing whether the press goes into a text; only keys that write nothing then count */
export function isPressed(keys: string | undefined, press: Press, typing: boolean): boolean {
  if (keys === undefined) return false;
  const mod = press.ctrlKey || press.metaKey;
  const { wantsMod, key } = parts(keys);
  if (press.key.toLowerCase() !== key.toLowerCase() || mod !== wantsMod || press.altKey) return false;
  return wantsMod || key === 'Escape' || !typing;
}

/** For the eye: `Ctrl Enter`, `⌘Enter`, `Esc`. */
export function keyWords(keys: string, mac = isMac()): string {
  const { wantsMod, key } = parts(keys);
  const name = key === 'Escape' ? 'Esc' : key;
  if (!wantsMod) return name;
  return mac ? `⌘${name}` : `Ctrl ${name}`;
}

/** For `aria-keyshortcuts`. */
export function ariaKeys(keys: string, mac = isMac()): string {
  const { wantsMod, key } = parts(keys);
  if (!wantsMod) return key;
  return `${mac ? 'Meta' : 'Control'}+${key}`;
}

/** The hint that a button of the command shows about its keys; empty for a command without keys. */
export function keyHint(
  { keys }: { readonly keys?: string },
  mac = isMac(),
): { readonly title?: string; readonly 'aria-keyshortcuts'?: string } {
  return keys === undefined ? {} : { title: keyWords(keys, mac), 'aria-keyshortcuts': ariaKeys(keys, mac) };
}

/** Kinds of `<input>` that no letter is typed into. */
const NO_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether a press goes into a text: a field's or an editor's. */
export function isTyping(event: KeyboardEvent): boolean {
  // The editor is in a shadow root: the event's own path says where the key was pressed.
  const [target] = event.composedPath();
  return isTextField(target);
}

/** Whether letters can be typed into it. */
export function isTextField(element: unknown): boolean {
  if (element instanceof HTMLInputElement) return !NO_TEXT.test(element.type);
  return (
    element instanceof HTMLElement && (element.isContentEditable || element instanceof HTMLTextAreaElement)
  );
}

function parts(keys: string): { readonly wantsMod: boolean; readonly key: string } {
  const wantsMod = keys.startsWith('Mod+');
  return { wantsMod, key: wantsMod ? keys.slice('Mod+'.length) : keys };
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
