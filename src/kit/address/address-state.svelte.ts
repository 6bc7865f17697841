import { type PageCodec, parseRoute, type Route } from './route.ts';

/** The address bar of the browser. */
export interface AddressBar {
  readonly hash: string;
  push(hash: string): void;
  replace(hash: string): void;
  /** Registers a callback for when the user goes back or forward, or edits the hash. */
  listen(onChange: () => void): void;
}

type Listener = (route: Route) => void;

/** The route in the address bar. It is stored nowhere else, so a reload or a link restores it. */
export class AddressState {
  readonly #bar: AddressBar;
  #route: Route;
  readonly #listeners: Listener[] = [];

  /** @param codecs the codecs of all pages */
  constructor(bar: AddressBar, codecs: readonly PageCodec<unknown>[]) {
    const readRoute = (): Route => parseRoute(codecs, bar.hash);
    this.#bar = bar;
    this.#route = $state.raw(readRoute());
    bar.listen(() => this.#become(readRoute()));
  }

  get route(): Route {
    return this.#route;
  }

  /** Adds a step to the history. */
  go(route: Route): void {
    this.#change(route, (hash) => this.#bar.push(hash));
  }

  /** Changes the address without a new step in the history, for example for each letter in a search field. */
  adjust(route: Route): void {
    this.#change(route, (hash) => this.#bar.replace(hash));
  }

  /** Adds a listener for every change of the route. */
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
