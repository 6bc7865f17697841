/** An action that the user can take on a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/**
 * A report of a failure stays until the user dismisses it, on every page. An offer stays too, but waits while the page
 * is shown to a room; news that asks for nothing goes by itself.
 */
export type NoticeKind = 'trouble' | 'offer' | 'news';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly action: NoticeAction | null;
}

/** How long news stays. */
export const NEWS_MILLISECONDS = 15_000;

/** Sentences that concern the whole page. */
export class NoticesState {
  #next = 1;
  #all = $state.raw<readonly Notice[]>([]);

  get all(): readonly Notice[] {
    return this.#all;
  }

  /** The notices that an audience may see. */
  get forAll(): readonly Notice[] {
    return this.#all.filter(({ kind }) => kind === 'trouble');
  }

  /** The same sentence is not said twice at a time. */
  say(text: string, action: NoticeAction | null = null, kind: NoticeKind = 'trouble'): void {
    if (this.#all.some((notice) => notice.text === text)) return;
    const id = this.#next++;
    this.#all = [...this.#all, { id, kind, text, action }];
    if (kind === 'news') setTimeout(() => this.dismiss(id), NEWS_MILLISECONDS);
  }

  dismiss(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
  }
}
