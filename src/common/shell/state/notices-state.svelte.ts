/** An action that the user can take on a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/**
 * `trouble` is a failure; it stays on every page until the user dismisses it. `offer` stays too, but is
 * hidden while the page is shown to an audience. `news` needs no action and disappears after some time.
 */
export type NoticeKind = 'trouble' | 'offer' | 'news';

export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly action: NoticeAction | null;
}

/** Milliseconds until news disappears. */
export const NEWS_MILLISECONDS = 15_000;

/** Notices that concern the whole page. */
export class NoticesState {
  #next = 1;
  all = $state.raw<readonly Notice[]>([]);

  /** The notices that are shown to an audience. */
  get forAll(): readonly Notice[] {
    return this.all.filter(({ kind }) => kind === 'trouble');
  }

  /** Adds a notice. A sentence that is already shown is not added again. */
  say(text: string, action: NoticeAction | null = null, kind: NoticeKind = 'trouble'): void {
    if (this.all.some((notice) => notice.text === text)) return;
    const id = this.#next++;
    this.all = [...this.all, { id, kind, text, action }];
    if (kind === 'news') setTimeout(() => this.dismiss(id), NEWS_MILLISECONDS);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }
}
