import type { Press } from '../../kit/commands/keys.ts';

/** Text that was typed before its field was ready. */
interface TypedAhead {
  readonly text: string;
  /** Whether Enter ended the text. Later keys are discarded. */
  readonly entered: boolean;
}

/** Keeps the keys that are typed from a call until the field is ready. */
export class TypeAhead {
  #text = '';
  #entered = false;

  /** @returns whether the key was meant for the field */
  hear({ key, ctrlKey, metaKey, altKey }: Press): boolean {
    // Ctrl and Alt together write a character on some keyboards.
    if (metaKey || (ctrlKey && !altKey)) return false;
    if (key === 'Tab' || key.startsWith('Arrow') || this.#entered) return true;
    const characters = [...this.#text];
    if (key === 'Enter') this.#entered = true;
    else if (key === 'Backspace') this.#text = characters.slice(0, -1).join('');
    else if ([...key].length === 1) this.#text += key;
    else return false;
    return true;
  }

  /** Returns the kept text, once. */
  take(): TypedAhead {
    const taken = { text: this.#text, entered: this.#entered };
    this.#text = '';
    this.#entered = false;
    return taken;
  }
}
