/** Shortcuts: `Mod+Enter`, `/`, `Escape`. `Mod` is Control, or the command key on a Mac. */

/** The parts of a `KeyboardEvent` that are used. Only tests omit the optional ones. */
export interface Press {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey?: boolean;
  readonly isComposing?: boolean;
  getModifierState?(name: string): boolean;
}

/**
 * @param typing whether the press types into a text field; then only keys that write no character match
 * @param mac whether the Option key writes characters
 */
export function isPressed(keys: string | undefined, press: Press, typing: boolean, mac?: boolean): boolean {
  if (keys === undefined || press.isComposing === true) return false;
  const mod = press.ctrlKey || press.metaKey;
  const { wantsMod, key } = parts(keys);
  if (!isKey(key, press)) return false;
  if (wantsMod) return mod && !press.altKey;
  if (key === 'Escape') return !mod && !press.altKey;
  return !typing && (press.altKey ? isWrittenByModifier(key, press, mac) : !mod);
}

/** Positions of the keys that write these characters on the US layout, without and with Shift. */
const POSITIONS: ReadonlyMap<string, readonly [code: string, shift: boolean]> = new Map([
  ['/', ['Slash', false]],
  ['?', ['Slash', true]],
  ['[', ['BracketLeft', false]],
  [']', ['BracketRight', false]],
  ['.', ['Period', false]],
  ["'", ['Quote', false]],
]);

/**
 * Whether a press is of this key. The character decides. If the layout writes another script, which may lack the
 * character, the position decides.
 */
function isKey(key: string, press: Press): boolean {
  if (press.key.toLowerCase() === key.toLowerCase()) return true;
  if (!/^[^\p{ASCII}\p{Script=Latin}]$/u.test(press.key)) return false;
  if (/^[A-Z]$/.test(key)) return press.code === `Key${key}`;
  const [code, shift] = POSITIONS.get(key) ?? [];
  return code !== undefined && press.code === code && (press.shiftKey ?? false) === shift;
}

/**
 * Whether AltGr or Option is held to write the character, as for `[` on a German keyboard. Windows reports AltGr as
 * Control with Alt. A character at its position on the US layout needs neither.
 */
function isWrittenByModifier(key: string, press: Press, mac = isMac()): boolean {
  if (press.key !== key || press.metaKey) return false;
  const [code] = POSITIONS.get(key) ?? [];
  return (
    press.getModifierState?.('AltGraph') === true || (mac && !press.ctrlKey) || (press.code ?? code) !== code
  );
}

/** Returns the keys as shown to users: `Ctrl Enter`, `⌘Enter`, `Esc`. */
export function keyWords(keys: string, mac = isMac()): string {
  const { wantsMod, key } = parts(keys);
  const name = key === 'Escape' ? 'Esc' : key;
  if (!wantsMod) return name;
  return mac ? `⌘${name}` : `Ctrl ${name}`;
}

/** Returns the value for `aria-keyshortcuts`. */
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

/** Types of `<input>` that accept no text. */
const NO_TEXT = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Whether a press types into a field or an editor. */
export function isTyping(event: KeyboardEvent): boolean {
  // The editor is in a shadow root, so only the event's composed path has the real target.
  const [target] = event.composedPath();
  return isTextField(target);
}

/** Whether the element accepts text. */
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
