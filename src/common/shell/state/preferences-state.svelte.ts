import { parseJson } from '../../../base/parse-json.ts';
import type { WebStorage } from '../../../storage/web-storage.ts';

export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Sizes in percent of the window: width of the list and of the right column, height of the verdict. */
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
    const stored = parse(storage.read(STORED_AS));
    this.#theme = THEMES.find((theme) => theme === stored['theme']) ?? 'system';
    this.panes = {
      list: share(stored['list'], DEFAULT_PANES.list),
      right: share(stored['right'], DEFAULT_PANES.right),
      verdict: share(stored['verdict'], DEFAULT_PANES.verdict),
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

function share(value: unknown, otherwise: number): number {
  return typeof value === 'number' && value >= 5 && value <= 90 ? value : otherwise;
}
