import { formatView, parseView } from './view.ts';
import type { View } from './view.ts';

/** The part of the browser that the address lives in. */
export interface AddressBar {
  readonly hash: string;
  push(hash: string): void;
  replace(hash: string): void;
  /** Calls back when the user goes back or forward, or edits the hash. */
  listen(onChange: () => void): void;
}

type Listener = (view: View, previous: View) => void;

/** The view as the address bar has it. The address is the only copy: a reload or a link gives it back. */
export class ViewState {
  readonly #bar: AddressBar;
  #current: View;
  readonly #listeners: Listener[] = [];

  constructor(bar: AddressBar) {
    this.#bar = bar;
    this.#current = $state.raw(parseView(bar.hash));
    bar.listen(() => this.#become(parseView(bar.hash)));
  }

  get current(): View {
    return this.#current;
  }

  /** A step the user can go back from. */
  go(change: Partial<View>): void {
    this.#change(change, (hash) => this.#bar.push(hash));
  }

  /** A change that is no step of its own, as a letter more in the search. */
  adjust(change: Partial<View>): void {
    this.#change(change, (hash) => this.#bar.replace(hash));
  }

  /** Called after every change of the view, however it came. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #change(change: Partial<View>, write: (hash: string) => void): void {
    const next = { ...this.#current, ...change };
    const hash = formatView(next);
    if (hash === formatView(this.#current)) return;
    write(hash);
    this.#become(next);
  }

  #become(next: View): void {
    const previous = this.#current;
    this.#current = next;
    for (const listener of this.#listeners) listener(next, previous);
  }
}
