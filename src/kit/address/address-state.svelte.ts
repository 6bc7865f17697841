import { type PageCodec, parseRoute, type Route } from './route.ts';

/** The part of the browser that the address lives in. */
export interface AddressBar {
  readonly hash: string;
  push(hash: string): void;
  replace(hash: string): void;
  /** Calls back when the user goes back or forward, or edits the hash. */
  listen(onChange: () => void): void;
}

type Listener = (route: Route) => void;

/** The route as the address bar has it. The address is the only copy: a reload or a link gives it back. */
export class AddressState {
  readonly #bar: AddressBar;
  #route: Route;
  readonly #listeners: Listener[] = [];

  /** @param codecs of the pages there are */
  constructor(bar: AddressBar, codecs: readonly PageCodec<unknown>[]) {
    const read = (): Route => parseRoute(codecs, bar.hash);
    this.#bar = bar;
    this.#route = $state.raw(read());
    bar.listen(() => this.#become(read()));
  }

  get route(): Route {
    return this.#route;
  }

  /** A step the user can go back from. */
  go(route: Route): void {
    this.#change(route, (hash) => this.#bar.push(hash));
  }

  /** A change that is no step of its own, as a letter more in the search. */
  adjust(route: Route): void {
    this.#change(route, (hash) => this.#bar.replace(hash));
  }

  /** Called after every change of the route, however it came. */
  listen(listener: Listener): void {
    this.#listeners.push(listener);
  }

  #change(next: Route, write: (hash: string) => void): void {
    if (next.hash === this.#route.hash) return;
    write(next.hash);
    this.#become(next);
  }

  #become(next: Route): void {
    this.#route = next;
    for (const listener of this.#listeners) listener(next);
  }
}
