/** The open page and its view. All addresses of the app are written and read here, by the codecs of the pages. */

export interface Route {
  /** The page's name; null for an address of no page. */
  readonly page: string | null;
  /** The view of the page, as read by its codec. */
  readonly view: unknown;
  /** The address as written by the codec. The address of no page stays unchanged. */
  readonly hash: string;
}

/** Maximum length in characters. The app writes far shorter addresses. */
const LONGEST_HASH = 100_000;

/** Reads a location hash; it never throws. */
export function parseRoute(codecs: readonly PageCodec<unknown>[], hash: string): Route {
  const nowhere = { page: null, view: null, hash };
  if (hash.length > LONGEST_HASH) return nowhere;
  const [path = '', query = ''] = cut(hash.replace(/^#/, ''), '?');
  const parameters = new URLSearchParams(query);
  for (const codec of codecs) {
    const view = codec.parse(path, parameters);
    if (view !== null) return routeTo(codec, view);
  }
  return nowhere;
}

/** Returns the route to a view of a page. `parseRoute` returns the same route for its hash. */
export function routeTo<View>(codec: PageCodec<View>, view: View): Route {
  return { page: codec.page, view, hash: `#${codec.format(view)}` };
}

function cut(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

/** Reads and writes the address of a page. `parse(format(view))` equals the view; neither throws. */
export interface PageCodec<View> {
  /** The name of the page in code. It is not part of addresses. */
  readonly page: string;
  /** The view of an address without parameters. */
  readonly initial: View;
  /** Returns null for the path of another page. Invalid values get their initial value. */
  parse(path: string, parameters: URLSearchParams): View | null;
  /** Returns the path, with `?…` for the settings that differ from the initial view. */
  format(view: View): string;
}
