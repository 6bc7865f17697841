import type { Press } from '../../kit/commands/keys.ts';

/** The text that was typed before its field was ready. */
interface TypedAhead {
  readonly text: string;
  /** Enter ended the text: later keys are discarded. */
  readonly entered: boolean;
}

/** Keeps what is typed from a call on until the field that was called has come. */
export class TypeAhead {
  #text = '';
  #entered = false;

  /** @returns whether the press was meant for the field */
  hear({ key, ctrlKey, metaKey, altKey }: Press): boolean {
    // Both at once write a character on some keyboards.
    if (metaKey || (ctrlKey && !altKey)) return false;
    if (key === 'Tab' || key.startsWith('Arrow') || this.#entered) return true;
    const characters = [...this.#text];
    if (key === 'Enter') this.#entered = true;
    else if (key === 'Backspace') this.#text = characters.slice(0, -1).join('');
    else if ([...key].length === 1) this.#text += key;
    else return false;
    return true;
  }

  /** Gives what was kept, once. */
  take(): TypedAhead {
    const taken = { text: this.#text, entered: this.#entered };
    this.#text = '';
    this.#entered = false;
    return taken;
  }
}
