/** What can be done about a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly action: NoticeAction | null;
}

/** Sentences that concern the whole page; each stays until it is dismissed. */
export class NoticesState {
  #next = 1;
  #all = $state.raw<readonly Notice[]>([]);

  get all(): readonly Notice[] {
    return this.#all;
  }

  /** The same sentence is not said twice at a time. */
  say(text: string, action: NoticeAction | null = null): void {
    if (this.#all.some((notice) => notice.text === text)) return;
    this.#all = [...this.#all, { id: this.#next++, text, action }];
  }

  dismiss(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
  }
}
