import type { Press } from '../../kit/commands/keys.ts';

/** Text that was typed before its field was ready. */
interface TypedAhead {
  readonly text: string;
  /** Whether the user ended the text with Enter. Later keys are discarded. */
  readonly isEntered: boolean;
}

/** Stores the keys that are typed from a call until the field is ready. */
export class TypeAhead {
  #text = '';
  #endedWithEnter = false;

  /** @returns whether the key was meant for the field */
  addPress({ key, ctrlKey, metaKey, altKey }: Press): boolean {
    // On some keyboards, Ctrl and Alt together type a character.
    if (metaKey || (ctrlKey && !altKey)) return false;
    if (key === 'Tab' || key.startsWith('Arrow') || this.#endedWithEnter) return true;
    const characters = [...this.#text];
    if (key === 'Enter') this.#endedWithEnter = true;
    else if (key === 'Backspace') this.#text = characters.slice(0, -1).join('');
    else if ([...key].length === 1) this.#text += key;
    else return false;
    return true;
  }

  /** Returns the stored text and discards it. */
  take(): TypedAhead {
    const result = { text: this.#text, isEntered: this.#endedWithEnter };
    this.#text = '';
    this.#endedWithEnter = false;
    return result;
  }
}
