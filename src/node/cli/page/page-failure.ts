/** Exit code where the work broke off: the page, its browser or a server failed, or a budget is spent. */
export const BROKEN_OFF = 3;

/** The page, or the browser it is in, failed while it judged: what is done is kept. */
export class PageFailure extends Error {
  override readonly name = 'PageFailure';
}
