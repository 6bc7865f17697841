import type { AddressState } from './address-state.svelte.ts';
import { type PageCodec, type Route, routeTo } from './route.ts';

/** The view of one page in the address. While another page is shown, it keeps its last value. */
export class PageView<View> {
  readonly #address: AddressState;
  readonly #codec: PageCodec<View>;
  #current: View;
  readonly #listeners: ((view: View, previous: View) => void)[] = [];

  constructor(address: AddressState, codec: PageCodec<View>) {
    this.#address = address;
    this.#codec = codec;
    this.#current = $state.raw(this.#viewIn(address.route) ?? codec.initial);
    address.listen((route) => {
      const view = this.#viewIn(route);
      if (view !== null) this.#become(view);
    });
  }

  get current(): View {
    return this.#current;
  }

  /** Whether this page is the one that is shown. */
  get inFront(): boolean {
    return this.#address.route.page === this.#codec.page;
  }

  /** Returns the address of the current view with this change. */
  href(change: Partial<View> = {}): string {
    return this.#route(change).hash;
  }

  /** Returns the address of a view with only these settings, independent of the current view. */
  hrefOfOnly(change: Partial<View>): string {
    return routeTo(this.#codec, { ...this.#codec.initial, ...change }).hash;
  }

  /** Changes the view, shows the page, and adds a step to the history. */
  go(change: Partial<View>): void {
    this.#address.go(this.#route(change));
  }

  /** Changes the view without a new step in the history. If another page is shown, that page stays. */
  adjust(change: Partial<View>): void {
    if (this.inFront) this.#address.adjust(this.#route(change));
    else this.#become({ ...this.#current, ...change });
  }

  /** Adds a listener for every change of the view. */
  listen(listener: (view: View, previous: View) => void): void {
    this.#listeners.push(listener);
  }

  #route(change: Partial<View>): Route {
    return routeTo(this.#codec, { ...this.#current, ...change });
  }

  #viewIn(route: Route): View | null {
    return route.page === this.#codec.page ? (route.view as View) : null;
  }

  #become(next: View): void {
    const previous = this.#current;
    if (next === previous) return;
    this.#current = next;
    for (const listener of this.#listeners) listener(next, previous);
  }
}

/** The part of a page's view that other pages may use for links. `View` has only the settings that they may change. */
export type PageLinks<View> = Pick<PageView<View>, 'go' | 'href' | 'hrefOfOnly' | 'inFront'>;
