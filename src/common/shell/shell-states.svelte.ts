/** The states of the shell: its dialog, the engine, the notices, and the preferences. */
import { parseJson } from '../../base/parse-json.ts';
import type { WebStorage } from '../../storage/web-storage.ts';

/** The dialog that is open over the page. */
export type ShellDialog = 'palette' | 'keyboard' | 'import';

export class ShellState {
  dialog = $state<ShellDialog | null>(null);
}

export type EngineStatus =
  | { readonly type: 'idle' }
  | { readonly type: 'starting' }
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly message: string };

/** The last known state of the judge's Python engine. */
export class EngineState {
  status = $state.raw<EngineStatus>({ type: 'idle' });
}

/** An action that the user can take in response to a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

/**
 * `trouble` is a failure; it stays on every page until the user dismisses it. `offer` stays, too, but is
 * hidden in presentation mode. `news` needs no action and disappears after some time.
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

  /** The notices that are shown in presentation mode. */
  get forAll(): readonly Notice[] {
    return this.all.filter(({ kind }) => kind === 'trouble');
  }

  /** Adds a notice. A message that is already shown is not added again. */
  show(text: string, action: NoticeAction | null = null, kind: NoticeKind = 'trouble'): void {
    if (this.all.some((notice) => notice.text === text)) return;
    const id = this.#next++;
    this.all = [...this.all, { id, kind, text, action }];
    if (kind === 'news') setTimeout(() => this.dismiss(id), NEWS_MILLISECONDS);
  }

  dismiss(id: number): void {
    this.all = this.all.filter((notice) => notice.id !== id);
  }
}

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/**
 * Sizes in percent of the window: the widths of the list and the right column, and the height of the verdict.
 */
export interface Panes {
  readonly list: number;
  readonly right: number;
  readonly verdict: number;
}

const DEFAULT_PANES: Panes = { list: 19, right: 43, verdict: 50 };
const STORED_AS = 'allpass-preferences-1';

/**
 * Theme and pane sizes. They are read synchronously from the web storage, so that nothing moves after the
 * first paint.
 */
export class PreferencesState {
  readonly #storage: WebStorage;
  #theme = $state<Theme>('system');
  panes = $state.raw<Panes>(DEFAULT_PANES);

  constructor(storage: WebStorage) {
    this.#storage = storage;
    const storedPreferences = parse(storage.read(STORED_AS));
    this.#theme = THEMES.find((theme) => theme === storedPreferences['theme']) ?? 'system';
    this.panes = {
      list: sizeOr(storedPreferences['list'], DEFAULT_PANES.list),
      right: sizeOr(storedPreferences['right'], DEFAULT_PANES.right),
      verdict: sizeOr(storedPreferences['verdict'], DEFAULT_PANES.verdict),
    };
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    this.#save();
  }

  resize(change: Partial<Panes>): void {
    this.panes = { ...this.panes, ...change };
    this.#save();
  }

  #save(): void {
    this.#storage.write(STORED_AS, JSON.stringify({ theme: this.#theme, ...this.panes }));
  }
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  return Object(parseJson(text ?? '')) as Readonly<Record<string, unknown>>;
}

function sizeOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 5 && value <= 90 ? value : otherwise;
}
