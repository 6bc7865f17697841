import type { Tables } from '../../storage/tables.ts';

const SAVE_AFTER_MS = 250;

/** The user's program for the open problem, kept on this device while it is written. */
export class DraftState {
  readonly #drafts: Tables['drafts'];
  #id: string | null = null;
  #starter = '';
  #code = $state.raw('');
  /** The program that another one replaced. */
  #replaced = $state.raw<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(drafts: Tables['drafts']) {
    this.#drafts = drafts;
  }

  get code(): string {
    return this.#code;
  }

  /** What `replace` took away; null where there was nothing of the user's own. */
  get replaced(): string | null {
    return this.#replaced;
  }

  /** There is more than the problem's starter code. */
  get written(): boolean {
    return this.#isOwn(this.#code);
  }

  /** Shows what was kept for a problem, else its starter code. */
  open(id: string, kept: string | undefined, starter: string): void {
    this.#id = id;
    this.#starter = starter;
    this.#code = kept ?? starter;
  }

  /** Writes the program away; edits are for nobody until the next `open`. */
  close(): void {
    this.save();
    this.#id = null;
    this.#replaced = null;
  }

  edit(code: string): void {
    if (this.#id === null || code === this.#code) return;
    this.#code = code;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
  }

  /** Puts another program in the place of this one, which `undo` brings back. */
  replace(code: string): void {
    const replaced = this.#code;
    this.edit(code);
    this.#replaced = this.#isOwn(replaced) ? replaced : null;
  }

  undo(): void {
    if (this.#replaced !== null) this.edit(this.#replaced);
    this.#replaced = null;
  }

  /** Writes the program away now; called before the page goes. */
  save(): void {
    if (this.#timer === null || this.#id === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    void this.#drafts.write(this.#id, this.#code);
  }

  #isOwn(code: string): boolean {
    return code.trim() !== '' && code !== this.#starter;
  }
}
