/** How a page owns its part of the address. `parse(format(view))` gives the same view back; neither throws. */
export interface PageCodec<View> {
  /** The page's name, in no address. */
  readonly page: string;
  /** The view of an address without parameters. */
  readonly initial: View;
  /** Null for a path that is not this page's. An unreadable value is left at its initial value. */
  parse(path: string, parameters: URLSearchParams): View | null;
  /** The path, with `?…` for what differs from the initial view. */
  format(view: View): string;
}
