import type { AddressState } from './address-state.svelte.ts';
import { type PageCodec, type Route, routeTo } from './route.ts';

/** One page's part of the address. While another page is in front, it is what it was when this one was left. */
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

  /** The target of a link with this change. */
  href(change: Partial<View> = {}): string {
    return this.#route(change).hash;
  }

  /** Where a link leads that shows only this, whatever the page shows now. */
  hrefOfOnly(change: Partial<View>): string {
    return routeTo(this.#codec, { ...this.#codec.initial, ...change }).hash;
  }

  /** A step the user can go back from; it brings the page in front. */
  go(change: Partial<View>): void {
    this.#address.go(this.#route(change));
  }

  /** A change that is no step of its own. It leaves another page in front, and is there when this one comes back. */
  adjust(change: Partial<View>): void {
    if (this.inFront) this.#address.adjust(this.#route(change));
    else this.#become({ ...this.#current, ...change });
  }

  /** Called after every change of the view, however it came. */
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

/** The part of one page that another page may use: the targets of its links. The view names what they may change. */
export type PageLinks<View> = Pick<PageView<View>, 'go' | 'href' | 'hrefOfOnly' | 'inFront'>;
