import type { AddressState } from './address-state.svelte.ts';
import type { PageName, Route, ViewOf } from './route.ts';

/** One page's part of the address. While another page is in front, it is what it was when this one was left. */
export class PageView<P extends PageName> {
  readonly #address: AddressState;
  readonly #page: P;
  #current: ViewOf<P>;
  readonly #listeners: ((view: ViewOf<P>, previous: ViewOf<P>) => void)[] = [];

  /** @param initial what the page shows when it is opened for the first time without an address of its own */
  constructor(address: AddressState, page: P, initial: ViewOf<P>) {
    this.#address = address;
    this.#page = page;
    this.#current = $state.raw(this.#viewIn(address.route) ?? initial);
    address.listen((route) => {
      const view = this.#viewIn(route);
      if (view !== null) this.#become(view);
    });
  }

  get current(): ViewOf<P> {
    return this.#current;
  }

  /** Whether this page is the one that is shown. */
  get inFront(): boolean {
    return this.#address.route.page === this.#page;
  }

  /** Where a link with this change leads. */
  route(change: Partial<ViewOf<P>> = {}): Route {
    return { page: this.#page, view: { ...this.#current, ...change } } as Route;
  }

  /** A step the user can go back from; it brings the page in front. */
  go(change: Partial<ViewOf<P>>): void {
    this.#address.go(this.route(change));
  }

  /** A change that is no step of its own. It leaves another page in front, and is there when this one comes back. */
  adjust(change: Partial<ViewOf<P>>): void {
    if (this.inFront) this.#address.adjust(this.route(change));
    else this.#become({ ...this.#current, ...change });
  }

  /** Called after every change of the view, however it came. */
  listen(listener: (view: ViewOf<P>, previous: ViewOf<P>) => void): void {
    this.#listeners.push(listener);
  }

  #viewIn(route: Route): ViewOf<P> | null {
    return route.page === this.#page ? ((route as { readonly view: unknown }).view as ViewOf<P>) : null;
  }

  #become(next: ViewOf<P>): void {
    const previous = this.#current;
    if (next === previous) return;
    this.#current = next;
    for (const listener of this.#listeners) listener(next, previous);
  }
}
